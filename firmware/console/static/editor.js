// A diagram to put men on: choose a piece, then squares.
import { say } from "./words.js";
import { el, option } from "./dom.js";
import { diagram } from "./diagram.js";

const PIECES = [["w", "white_man"], ["W", "white_king"], ["b", "black_man"], ["B", "black_king"], ["", "nothing"]];

export class Editor {
  // `changed` is told when something was put; `actions` are buttons that stand below.
  constructor({ changed = () => {}, actions = [] } = {}) {
    Object.assign(this, { changed, actions, piece: "w", dirty: false });
    this.node = el("div", { class: "side" });
  }

  // A position to begin with: {files, ranks, squares, men}.
  load(position, turn) {
    this.position = { ...position, men: { ...position.men } };
    this.turn = turn;
    this.dirty = false;
    this.draw();
  }

  draw() {
    const choose = PIECES.map(([piece, key]) => el("button", { type: "button", "aria-pressed": String(piece === this.piece), onclick: () => { this.piece = piece; this.draw(); } }, say(key)));
    const turn = el("select", { "aria-label": say("turn"), onchange: () => { this.turn = turn.value; this.touch(); } }, option("white", say("turn_of", { side: say("white") }), this.turn), option("black", say("turn_of", { side: say("black") }), this.turn));
    const square = el("input", { "aria-label": say("square"), placeholder: say("square"), size: 5, autocomplete: "off", onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.put(square.value.trim()); } } });
    const empty = el("button", { type: "button", onclick: () => { this.position.men = {}; this.touch(); this.draw(); } }, say("clear"));
    this.node.replaceChildren(el("div", { class: "row pieces" }, ...choose), diagram(this.position, { onSquare: (coord) => this.put(coord) }), el("div", { class: "row" }, square, turn, empty, ...this.actions));
  }

  put(coord) {
    if (!this.position.squares.includes(coord)) return;
    if (this.piece && this.position.men[coord] !== this.piece) this.position.men[coord] = this.piece;
    else delete this.position.men[coord];
    this.touch();
    this.draw();
  }

  touch() {
    this.dirty = true;
    this.changed();
  }

  get fen() {
    const of = (letters) => Object.entries(this.position.men).filter(([, man]) => letters.includes(man)).map(([coord, man]) => (man === man.toUpperCase() ? "K" : "") + coord).join(",");
    return `${this.turn === "white" ? "W" : "B"}:W${of("wW")}:B${of("bB")}`;
  }
}
