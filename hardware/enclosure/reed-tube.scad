include <parts.scad>
reed_tube();
