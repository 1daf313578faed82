// The board as an SVG picture: squares, lamps, reeds, men; and the hands that move them.
const NS = "http://www.w3.org/2000/svg";
const SIZE = 60;
const TRAY = 64;
const RIM = 16;
const RADIUS = 23;

function make(kind, attributes, parent) {
  const node = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

const bits = (hex) => BigInt(`0x${hex || "0"}`);

export class Board {
  #svg; #cursorText; #tell;
  #hardware = null;
  #lamps = []; #reeds = [];
  #men = new Map();
  #held = null;
  #cursor = { x: 2, y: 2 };
  #cursorMark = null;
  #manLayer = null;

  constructor(svg, cursorText, tell) {
    this.#svg = svg;
    this.#cursorText = cursorText;
    this.#tell = tell;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#moved(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => this.#up(event));
    svg.addEventListener("dblclick", (event) => this.#turnOver(event));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  // What does not change

  lay(hardware) {
    this.#hardware = hardware;
    this.#men.clear();
    this.#held = null;
    this.#svg.replaceChildren();
    const { files, ranks, reeds, names } = hardware;
    const width = files * SIZE + 2 * RIM, height = ranks * SIZE + 2 * RIM + 2 * TRAY;
    this.#svg.setAttribute("viewBox", `${-RIM} ${-RIM - TRAY} ${width} ${height}`);
    make("rect", { class: "rim", x: -RIM, y: -RIM, width, height: height - 2 * TRAY, rx: 8 }, this.#svg);
    for (let y = 0; y < ranks; y++)
      for (let x = 0; x < files; x++) {
        const [left, top] = this.#corner(x, y);
        const coord = String.fromCharCode(97 + x) + (y + 1);
        const shade = (x + y) % 2 === 0 ? "dark" : "light";
        make("rect", { class: shade, x: left, y: top, width: SIZE, height: SIZE }, this.#svg);
        const text = make("text", { class: `name ${shade}-name`, x: left + 3, y: top + 12 }, this.#svg);
        text.textContent = names[coord] ?? "";
      }
    const place = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    this.#lamps = reeds.map((square) => {
      const [left, top] = this.#corner(...place(square));
      return make("rect", { class: "lamp", x: left + 4, y: top + 4, width: SIZE - 8, height: SIZE - 8, rx: 6 }, this.#svg);
    });
    this.#manLayer = make("g", {}, this.#svg);
    this.#reeds = reeds.map((square) => {
      const [left, top] = this.#corner(...place(square));
      return make("rect", { class: "reed", x: left + SIZE / 2 - 12, y: top + SIZE / 2 - 3, width: 24, height: 6, rx: 3 }, this.#svg);
    });
    this.#cursorMark = make("rect", { id: "cursor-square", width: SIZE - 4, height: SIZE - 4, rx: 4 }, this.#svg);
    this.#cursor = { x: Math.min(2, files - 1), y: Math.min(2, ranks - 1) };
    this.#placeCursor(false);
  }

  #corner(x, y) {
    return [x * SIZE, (this.#hardware.ranks - 1 - y) * SIZE];
  }

  // What does

  light(red, green, both) {
    const pictures = { red: bits(red), green: bits(green), both: bits(both) };
    this.#lamps.forEach((lamp, bit) => {
      const colour = Object.keys(pictures).find((name) => (pictures[name] >> BigInt(bit)) & 1n);
      lamp.setAttribute("class", colour ? `lamp ${colour}` : "lamp");
    });
  }

  reeds(closed) {
    const picture = bits(closed);
    this.#reeds.forEach((reed, bit) => reed.classList.toggle("closed", Boolean((picture >> BigInt(bit)) & 1n)));
  }

  men(list) {
    const aside = { w: 0, b: 0 };
    const total = { w: 0, b: 0 };
    for (const [, color, , place] of list) if (place === "aside") total[color]++;
    const seen = new Set();
    for (const [number, color, king, place] of list) {
      seen.add(number);
      let man = this.#men.get(number);
      if (!man) this.#men.set(number, (man = this.#carve(number, color)));
      man.place = place;
      man.node.classList.toggle("king", Boolean(king));
      if (this.#held?.number === number) continue;
      if (place === "aside") this.#lieAside(man, color, aside[color]++, total[color]);
      else if (place === "hand") this.#at(man, this.#hardware.files / 2 - 0.5, this.#hardware.ranks / 2 - 0.5, 0);
      else this.#at(man, ...place);
    }
    for (const [number, man] of this.#men)
      if (!seen.has(number)) { man.node.remove(); this.#men.delete(number); }
    const lying = [...this.#men.values()].sort((one, other) => (one.place[2] ?? 0) - (other.place[2] ?? 0));
    if (lying.some((man) => (man.place[2] ?? 0) > 0)) for (const man of lying) this.#manLayer.append(man.node);
  }

  #carve(number, color) {
    const node = make("g", { class: `man ${color}`, "data-man": number }, this.#manLayer);
    make("circle", { class: "foot", r: RADIUS }, node);
    make("circle", { class: "mark", r: RADIUS - 6 }, node);
    make("circle", { class: "mark", r: RADIUS - 12 }, node);
    make("path", { class: "crown", d: "M-11 7 L-13 -7 L-6 0 L0 -10 L6 0 L13 -7 L11 7 Z" }, node);
    return { number, color, node, place: "aside" };
  }

  #at(man, x, y, level) {
    const [left, top] = this.#corner(x, y);
    man.node.setAttribute("transform", `translate(${left + SIZE / 2} ${top + SIZE / 2 - level * 7})`);
  }

  #lieAside(man, color, index, total) {
    const { files, ranks } = this.#hardware;
    const step = Math.min(46, (files * SIZE - 46) / Math.max(1, total - 1));
    const y = color === "b" ? ranks * SIZE + RIM + TRAY / 2 : -RIM - TRAY / 2;
    man.node.setAttribute("transform", `translate(${23 + index * step} ${y}) scale(.9)`);
  }

  // Hands

  #point(event) {
    const matrix = this.#svg.getScreenCTM().inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { px: at.x, py: at.y, x: at.x / SIZE - 0.5, y: this.#hardware.ranks - 0.5 - at.y / SIZE };
  }

  #manOf(event) {
    const node = event.target.closest?.(".man");
    return node ? this.#men.get(Number(node.dataset.man)) : null;
  }

  #down(event) {
    const man = this.#manOf(event);
    if (!man || this.#held || event.button > 0) return;
    this.#svg.setPointerCapture(event.pointerId);
    const drags = event.shiftKey && Array.isArray(man.place);
    if (!drags && Array.isArray(man.place)) this.#tell("lift", man.number);
    this.#held = { number: man.number, man, drags, pointer: event.pointerId, sent: 0 };
    man.node.classList.add("held");
    this.#manLayer.append(man.node);
    this.#moved(event);
  }

  #moved(event) {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return;
    const { px, py, x, y } = this.#point(event);
    held.man.node.setAttribute("transform", `translate(${px} ${held.drags ? py : py - 6}) scale(${held.drags ? 1 : 1.12})`);
    if (held.drags && event.timeStamp - held.sent > 15) {
      held.sent = event.timeStamp;
      this.#tell("drag", [held.number, x, y]);
    }
  }

  #up(event) {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return;
    const { x, y } = this.#point(event);
    this.#held = null;
    held.man.node.classList.remove("held");
    if (held.drags) {
      this.#tell("drag", [held.number, x, y]);
      this.#tell("let_go", held.number);
    } else this.#putDown(held.number, x, y);
  }

  #putDown(number, x, y) {
    const { files, ranks } = this.#hardware;
    const on = x > -0.5 && x < files - 0.5 && y > -0.5 && y < ranks - 0.5;
    // A hand aims at the middle of a square unless it is well off it.
    const [near, level] = [Math.round(x), Math.round(y)];
    const aims = Math.hypot(x - near, y - level) < 0.3;
    if (!on) this.#tell("aside", number);
    else this.#tell("drop", aims ? [number, near, level] : [number, x, y]);
  }

  #turnOver(event) {
    const man = this.#manOf(event);
    if (man) this.#tell("turn_over", man.number);
  }

  // Keys

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (steps[event.key]) {
      const { files, ranks } = this.#hardware;
      const [right, up] = steps[event.key];
      this.#cursor.x = Math.max(0, Math.min(files - 1, this.#cursor.x + right));
      this.#cursor.y = Math.max(0, Math.min(ranks - 1, this.#cursor.y + up));
      this.#placeCursor(true);
    } else if (event.key === "Enter" || event.key === " ") this.#liftOrDrop();
    else if (event.key === "Delete" || event.key === "Backspace") this.#takeOff();
    else return;
    event.preventDefault();
  }

  #here() {
    const { x, y } = this.#cursor;
    const men = [...this.#men.values()].filter(
      ({ place }) => Array.isArray(place) && Math.abs(place[0] - x) < 0.5 && Math.abs(place[1] - y) < 0.5,
    );
    return men.sort((one, other) => other.place[2] - one.place[2])[0];
  }

  #inHand() {
    return [...this.#men.values()].find(({ place }) => place === "hand");
  }

  #liftOrDrop() {
    const inHand = this.#inHand(), here = this.#here();
    if (inHand) this.#tell("drop", [inHand.number, this.#cursor.x, this.#cursor.y]);
    else if (here) this.#tell("lift", here.number);
  }

  #takeOff() {
    const man = this.#inHand() ?? this.#here();
    if (man) this.#tell("aside", man.number);
  }

  #placeCursor(aloud) {
    const { x, y } = this.#cursor;
    const [left, top] = this.#corner(x, y);
    this.#cursorMark.setAttribute("x", left + 2);
    this.#cursorMark.setAttribute("y", top + 2);
    if (!aloud) return;
    const coord = String.fromCharCode(97 + x) + (y + 1);
    const man = this.#here();
    const color = { w: "white", b: "black" }[man?.color];
    const rank = man?.node.classList.contains("king") ? "king" : "man";
    this.#cursorText.textContent = `${this.#hardware.names[coord] ?? coord}: ${man ? `${color} ${rank}` : "empty"}`;
  }
}
