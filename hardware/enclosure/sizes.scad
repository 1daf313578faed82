// Millimetres. Written by hardware/gen from boards and magnets; change those, not this.
square = 50;
tile = 100;
plate = 3;
reed_top = 8;
under_plate = 28;
board = 1.6;
below = 6;
hub_width = 100;
hub_length = 114;
led_x = -15;
led_pitch = 5.65685;
man = 40;
man_height = 9;
magnet = 15;
magnet_height = 3;
