"""The running board: configuration, loop, journal, local socket, and the doctor who looks at them.

Everything here is a thin shell around :mod:`firmware.table`: it reads the clock and the chips,
feeds what they say to the session, writes down what was fed, and shows what the session answers.
"""
