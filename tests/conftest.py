"""What holds for every test."""

from importlib.util import find_spec

from hypothesis import settings

# How long an example takes is the machine's affair, and others may be at work on it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# `make test-browser` installs the driver that the pages' tests need; `make test` does not need it.
collect_ignore = [] if find_spec("playwright") else ["browser"]
