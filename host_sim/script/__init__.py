"""The scenario language: a session at the board as lines of text, with what must come of it.

``language`` turns a file into a ``Script``, a tuple of frozen commands; it runs nothing. ``runner``
carries a script out on a simulated machine, ``checks`` judges its expectations, ``cli`` is
``python -m host_sim script``.
"""
