// Four digits of seven segments, drawn segment by segment from the bits that shine.
const NS = "http://www.w3.org/2000/svg";
// Segments a to g of one digit, 22 wide and 40 high, leaning as such displays do.
const SHAPES = [
  "M3 0 H19 L16 4 H6 Z",
  "M20 1 V19 L18 20 L16 17 V5 Z",
  "M20 21 V39 L16 35 V23 L18 20 Z",
  "M3 40 H19 L16 36 H6 Z",
  "M2 21 V39 L6 35 V23 L4 20 Z",
  "M2 1 V19 L4 20 L6 17 V5 Z",
  "M5 20 L7 18 H15 L17 20 L15 22 H7 Z",
];
const LEFTS = [8, 36, 72, 100];
const SIGNS = { 0: " ", 0x3f: "0", 0x06: "1", 0x5b: "2", 0x4f: "3", 0x66: "4", 0x6d: "5", 0x7d: "6", 0x07: "7", 0x7f: "8", 0x6f: "9", 0x40: "-" };

export class Display {
  #digits = []; #colon = []; #svg; #side;

  constructor(svg, side) {
    this.#svg = svg;
    this.#side = side;
    for (const left of LEFTS) {
      const group = this.#node("g", { transform: `translate(${left} 8) skewX(-4)` }, svg);
      const parts = SHAPES.map((d) => this.#node("path", { d, class: "off" }, group));
      parts.push(this.#node("circle", { cx: 24.5, cy: 38, r: 2.4, class: "off" }, group));
      this.#digits.push(parts);
    }
    this.#colon = [20, 36].map((cy) => this.#node("circle", { cx: cy === 20 ? 64 : 63, cy, r: 2.8, class: "off" }, svg));
    this.show([0, 0, 0, 0, 0]);
  }

  #node(kind, attributes, parent) {
    const node = document.createElementNS(NS, kind);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    parent.append(node);
    return node;
  }

  show(lit) {
    this.#digits.forEach((parts, place) =>
      parts.forEach((part, bit) => part.setAttribute("class", (lit[place] >> bit) & 1 ? "on" : "off")));
    for (const dot of this.#colon) dot.setAttribute("class", lit[4] ? "on" : "off");
    const sign = (bits) => (SIGNS[bits & 0x7f] ?? "?") + (bits & 0x80 ? "." : "");
    const [a, b, c, d] = lit.slice(0, 4).map(sign);
    const text = `${a}${b}${lit[4] ? ":" : ""}${c}${d}`.trim();
    this.#svg.setAttribute("aria-label", `${this.#side} display: ${text || "dark"}`);
  }
}
