include <parts.scad>
lamp_tubes();
