"""Chips and pins. Nothing here knows a game: pictures, lights, texts, edges and beeps.

Every driver gets its bus or its pins in the constructor, speaks the register names of its
datasheet, and takes the time as an argument. Only `linux` knows what runs below.
"""
