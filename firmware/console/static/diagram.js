// A position as an SVG picture, read by coordinate: {files, ranks, men: {c3: "w", e5: "B"}}.
import { say } from "./words.js";
const NS = "http://www.w3.org/2000/svg";
const SIZE = 60;

function make(kind, attributes, parent) {
  const node = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}

export function diagram(position, { flipped = false, fresh = [], chosen = null, onSquare = null } = {}) {
  const { files, ranks, men, squares = [], names = [] } = position;
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `0 0 ${files * SIZE} ${ranks * SIZE}`);
  svg.setAttribute("class", "diagram");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", spoken(men));
  for (let rank = ranks; rank >= 1; rank--)
    for (let file = 0; file < files; file++) {
      const coord = String.fromCharCode(97 + file) + rank;
      const x = (flipped ? files - 1 - file : file) * SIZE, y = (flipped ? rank - 1 : ranks - rank) * SIZE;
      const cell = make("g", { transform: `translate(${x} ${y})` }, svg);
      make("rect", { class: (file + rank) % 2 ? "dark" : "light", width: SIZE, height: SIZE }, cell);
      if (fresh.includes(coord)) make("rect", { class: "fresh", x: 2, y: 2, width: SIZE - 4, height: SIZE - 4 }, cell);
      if (chosen === coord) make("rect", { class: "chosen", x: 3, y: 3, width: SIZE - 6, height: SIZE - 6 }, cell);
      const man = men[coord];
      if (man) {
        const colour = man.toLowerCase();
        make("circle", { class: colour, cx: SIZE / 2, cy: SIZE / 2, r: 23 }, cell);
        make("circle", { class: `${colour} ring`, cx: SIZE / 2, cy: SIZE / 2, r: 16 }, cell);
        if (man !== colour) make("path", { class: "crown", d: "M19 38 L16 22 L24 30 L30 19 L36 30 L44 22 L41 38 Z" }, cell);
      }
      const name = names[squares.indexOf(coord)];
      if (name) make("text", { class: "name", x: 3, y: 12 }, cell).textContent = name;
      if (onSquare) cell.addEventListener("click", () => onSquare(coord));
    }
  return svg;
}

// What a screen reader says of it.
function spoken(men) {
  const of = (letter) => Object.keys(men).filter((coord) => men[coord] === letter).sort().join(" ");
  const parts = [["w", "white_men"], ["W", "white_kings"], ["b", "black_men"], ["B", "black_kings"]];
  return parts.filter(([letter]) => of(letter)).map(([letter, key]) => `${say(key)}: ${of(letter)}`).join("; ") || say("empty_board");
}

// Squares that differ between two positions.
export const changed = (before, after) =>
  before?.men && after?.men
    ? [...new Set([...Object.keys(before.men), ...Object.keys(after.men)])].filter((coord) => before.men[coord] !== after.men[coord])
    : [];
