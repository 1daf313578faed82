include <parts.scad>
clock();
