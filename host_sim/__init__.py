"""The hardware, simulated: everything below smbus2 and gpiozero, on a clock of its own."""
