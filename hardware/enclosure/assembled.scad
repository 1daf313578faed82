include <parts.scad>
assembled();
