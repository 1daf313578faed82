"""Firmware of Reedboard, an electronic draughts board.

The layers, from the inside out: ``rules`` (what is legal), ``notation`` (how it is written),
``table`` (what happens at the board), ``devices`` (chips and pins), ``station`` (the running
board).
"""
