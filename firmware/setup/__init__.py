"""Makes a Raspberry Pi a board: ``make install`` and ``make uninstall``.

Run by the system's own Python before anything is installed, so it needs the standard library only.
"""
