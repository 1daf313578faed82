// What players do while no game is going on: begin one, from its start or from a diagram, or have
// the lights lead them to a diagram without a game.
import { get, post } from "./server.js";
import { say } from "./words.js";
import { el, option } from "./dom.js";
import { Editor } from "./editor.js";

const TAGS = [["White", "white"], ["Black", "black"], ["Event", "event"]];
const POLICIES = ["casual", "training", "tournament"];

export class Begin {
  constructor(number, about) {
    this.number = number;
    this.going = null; // the phase of a game that another one would end
    this.answer = el("p", { class: "answer", role: "status" });
    this.editor = new Editor({ changed: () => { this.fen.value = this.editor.fen; } });
    this.fen = el("input", { name: "fen", autocomplete: "off", spellcheck: "false", onchange: () => this.load() });
    const variants = Object.entries(about.variants).map(([key, title]) => option(key, title, "russian"));
    const text = (key, value = "") => el("label", {}, say(key), el("input", { name: key, value, maxlength: "120", autocomplete: "off" }));
    this.diagram = el("details", { ontoggle: () => this.diagram.open && this.load() }, el("summary", {}, say("from_diagram")),
      el("div", { class: "side" }, this.editor.node, el("label", {}, say("field_fen"), this.fen),
        el("div", { class: "row" }, el("button", { type: "button", onclick: () => this.setUp() }, say("set_up_only")))));
    this.node = el("form", { class: "card", hidden: true, onsubmit: (event) => { event.preventDefault(); this.begin(); } }, el("h2", {}, say("new_game")),
      text("white"), text("black"), text("event"), el("label", {}, say("variant"), el("select", { name: "variant", onchange: () => { this.fen.value = ""; this.load(); } }, ...variants)),
      text("control", "300+3"), el("label", {}, say("policy"), el("select", { name: "policy" }, ...POLICIES.map((key) => option(key, say(key))))),
      this.diagram, el("button", { class: "main" }, say("begin")), this.answer);
  }

  value(key) {
    return this.node.elements[key].value.trim();
  }

  // What is played at the board is most likely to be played again.
  preset({ variant, policy, clock }) {
    if (!variant) return;
    for (const [key, value] of Object.entries({ variant, policy, control: clock?.control })) if (value) this.node.elements[key].value = value;
  }

  pair(pairing) {
    for (const [, field] of TAGS) this.node.elements[field].value = pairing[field] ?? "";
    this.tags = pairing.tags;
  }

  // The diagram as the FEN has it, or the game's start.
  async load() {
    if (!this.diagram.open) return;
    const fen = this.value("fen");
    try {
      const position = await get(`api/variants/${this.value("variant")}${fen ? `?fen=${encodeURIComponent(fen)}` : ""}`);
      this.editor.load(position, position.turn);
      this.tell("", false);
    } catch (error) {
      this.tell(error.message, true);
    }
  }

  // The position that is meant; none: the game's start.
  get start() {
    return this.diagram.open && this.value("fen") ? { fen: this.value("fen") } : {};
  }

  async begin() {
    if (this.going && !confirm(`${say(this.going)} ${say("new_game")}?`)) return;
    const tags = { ...this.tags };
    for (const [tag, key] of TAGS) if (this.value(key)) tags[tag] = this.value(key);
    const fields = { variant: this.value("variant"), control: this.value("control") || "none", policy: this.value("policy"), tags, ...this.start };
    this.report(await post(`api/boards/${this.number}/new_game`, fields));
  }

  async setUp() {
    this.report(await post(`api/boards/${this.number}/set_up`, { variant: this.value("variant"), ...this.start }));
  }

  report(reply) {
    this.tell(reply.ok ? say("begun") : reply.error, !reply.ok);
  }

  tell(text, wrong) {
    this.answer.textContent = text;
    this.answer.classList.toggle("wrong", wrong);
  }
}
