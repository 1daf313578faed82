include <parts.scad>
side(1);
