"""A whole system in a virtual machine: its kernel, its service manager, the board as installed."""
