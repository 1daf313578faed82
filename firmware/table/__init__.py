"""What happens at the board: sensor events in, verdicts out. Pure: no clock, no file, no chip."""
