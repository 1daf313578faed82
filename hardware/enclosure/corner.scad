include <parts.scad>
corner();
