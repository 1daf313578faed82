// The parts of the board's case. Every size that boards or magnets decide comes from sizes.scad.
include <sizes.scad>

wall = 6;            // thickness of the frame
ledge = 4;           // on which the playing surface rests
floor_plate = 4;     // plywood under everything
play = 0.4;          // between a part and what it holds
$fn = 64;

inside = plate + under_plate + board + below;
height = inside + floor_plate;

// The whole frame: the plate lies on the ledge, the floor is screwed on from below.
module frame(w, l) {
    difference() {
        translate([-wall, -wall, -height]) cube([w + 2 * wall, l + 2 * wall, height]);
        translate([0, 0, -plate]) cube([w, l, plate + 1]);
        translate([ledge, ledge, -height - 1]) cube([w - 2 * ledge, l - 2 * ledge, height + 2]);
        translate([0, 0, -height - 1]) cube([w, l, height - plate - 4 + 1]);
    }
}

// A piece of one side, as long as so many tiles.
module side(tiles = 1) {
    intersection() {
        frame((tiles + 2) * tile, 2 * tile);
        translate([tile, -wall, -height]) cube([tiles * tile, wall + ledge, height]);
    }
}

// A corner, half a tile each way.
module corner(arm = tile / 2) {
    intersection() {
        frame(2 * tile, 2 * tile);
        translate([-wall, -wall, -height]) cube([arm + wall, arm + wall, height]);
    }
}

// A tube over each reed: keeps it upright, and keeps fingers off the glass.
module reed_tube() {
    tall = under_plate - reed_top;
    difference() {
        cylinder(d = 6, h = tall);
        translate([0, 0, -1]) cylinder(d = 3.2, h = tall + 2);
        translate([0, -0.5, -1]) cube([4, 1, tall + 2]);     // the wire from the reed's top
    }
}

// A pair of tubes that carry the two LEDs of a square to just under the plate.
module lamp_tubes() {
    tall = under_plate - 8;
    difference() {
        hull() for (x = [0, led_pitch]) translate([x, 0, 0]) cylinder(d = 5.4, h = tall);
        for (x = [0, led_pitch]) translate([x, 0, -1]) cylinder(d = 3.4, h = tall + 2);
    }
    translate([led_pitch / 2 - 0.4, -2.7, tall]) cube([0.8, 5.4, 7]);   // between red and green
}

// The clock: two displays facing the players, a button at each side.
module clock(width = 190, depth = 80, back = 62, front = 26, thick = 2.4) {
    module body(inset) {
        rotate([90, 0, 90]) translate([0, 0, inset])
            linear_extrude(width - 2 * inset)
                offset(delta = -inset)
                    polygon([[0, 0], [depth, 0], [depth, front], [depth * 0.55, front], [0, back]]);
    }
    slope = atan2(back - front, depth * 0.55);
    difference() {
        body(0);
        difference() { body(thick); }
        translate([thick, thick, -1]) cube([width - 2 * thick, depth - 2 * thick, thick + 2]);
        for (x = [width * 0.29, width * 0.71])             // windows of the displays, 50.4 x 19
            translate([x, depth * 0.275, (back + front) / 2]) rotate([-slope, 0, 0])
                cube([50.8, 19.4, 20], center = true);
        for (x = [24, width - 24])                         // buttons of 30 mm
            translate([x, depth * 0.78, front - thick - 1]) cylinder(d = 28.5, h = thick + 2);
        translate([width / 2 - 10, -1, 6]) cube([20, thick + 2, 8]);      // ribbon to the hub
    }
}

module man(height = man_height) {
    difference() {
        cylinder(d = man, h = height);
        translate([0, 0, 1]) cylinder(d = magnet + 0.2, h = magnet_height + 0.2);
    }
}

// Everything put together, opened at one corner.
module assembled(columns = 4, rows = 4) {
    w = columns * tile; l = rows * tile;
    color("SaddleBrown") {
        frame(w, l);
    }
    color("Tan") difference() {
        translate([0, 0, -plate]) cube([w, l, plate]);
        translate([w - 2 * tile, -1, -plate - 1]) cube([2 * tile + 1, 2 * tile + 1, plate + 2]);
    }
    color("Sienna") for (x = [0 : 2 * columns - 1], y = [0 : 2 * rows - 1])
        if ((x + y) % 2 == 0 && !(x >= 2 * columns - 4 && y < 4))
            translate([x * square, y * square, 0]) cube([square, square, 0.2]);
    for (x = [0 : columns - 1], y = [0 : rows - 1]) if (x >= columns - 2 && y < 2) {
        color("DarkGreen") translate([x * tile + 0.25, y * tile + 0.25, -plate - under_plate - board])
            cube([tile - 0.5, tile - 0.5, board]);
        for (i = [0, 1], j = [0, 1]) translate([x * tile + (i + 0.5) * square,
                y * tile + (j + 0.5) * square, -plate - under_plate]) {
            color("LightBlue") reed_tube();
            color("White") translate([-19, 15, 0]) rotate([0, 0, 45]) lamp_tubes();
        }
    }
    color("Ivory") for (s = [[0, 0], [2, 0], [1, 1], [3, 1], [0, 2], [2, 2]])
        translate([(s[0] + 0.5) * square, (s[1] + 0.5) * square, 0.2]) man();
    color("DimGray") for (s = [[1, 7], [3, 7], [5, 7], [7, 7], [0, 6], [2, 6], [4, 6], [6, 6],
                               [1, 5], [3, 5], [5, 5], [7, 5]])
        if (s[0] < 2 * columns && s[1] < 2 * rows)
            translate([(s[0] + 0.5) * square, (s[1] + 0.5) * square, 0.2]) man();
}
