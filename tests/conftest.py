"""What holds for every test."""

from hypothesis import settings

# How long an example takes is the machine's affair, and others may be at work on it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
