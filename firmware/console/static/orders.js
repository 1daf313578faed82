// What an arbiter can do at one board. Every button is one command of the station's socket.
import { post } from "./server.js";
import { say } from "./words.js";
import { el, option } from "./dom.js";
import { Editor } from "./editor.js";

// Orders with their fields; those with buttons of their own above are left out. "side" is a choice,
// "time" is minutes and seconds, "yes" and "no" a box with and without its tick, a list its choices,
// a text what is written.
const FORMS = {
  add_time: { color: "side", ms: "time" },
  swap_running: {},
  flag_seen: { color: "side" },
  cancel_flag: { color: "side", left_ms: "time" },
  start_clock: { color: "side" },
  penalty: { color: "side", penalty: ["warning", "time", "loss", "refusal"], reason: "" },
  annul: { reason: "", restart: "no" },
  next_game: {},
  drawn_type: {},
  drawn_at_once: {},
  set_crown: { square: "", king: "yes" },
  wrong_set_up: { color: "side", fen: "" },
  wrong_colors: {},
  turn_board: {},
  swap_buttons: {},
  mask_square: { square: "", masked: "yes" },
  try_board: { on: "yes" },
};

const TIME = "(\\d+:){0,2}\\d+", SIGNED = `-?${TIME}`, NUMBER = "\\d+";

const RESULTS = ["1-0", "1/2-1/2", "0-1", "2-0", "1-1", "0-2", "0-0", "*"];

export class Orders {
  constructor(number) {
    this.number = number;
    this.answer = el("p", { class: "answer", role: "status" });
    const order = (key, command, fields = () => ({}), ...inputs) => el("button", { type: "button", onclick: () => whole(inputs) && this.give(command, fields()) }, say(key));
    const input = (key, value, size, pattern) => el("input", { "aria-label": say(key), title: say(key), placeholder: say(key), value, size, pattern, required: true, autocomplete: "off", spellcheck: "false" });
    const side = el("select", { "aria-label": say("side") }, option("white", say("white")), option("black", say("black")));
    const clock = input("time", "5:00", 5, TIME), plies = input("plies", "1", 3, NUMBER), ply = input("ply", "1", 3, NUMBER);
    const move = input("move", "", 12), instead = input("move", "", 12);
    const result = el("select", { "aria-label": say("result") }, ...RESULTS.map((text) => option(text, text)));
    this.editor = new Editor({ actions: [el("button", { type: "button", class: "main", onclick: () => this.setPosition() }, say("set_position")), el("button", { type: "button", onclick: () => { this.editor.dirty = false; this.view(this.now); } }, say("undo"))] });
    this.log = el("ol", { class: "quiet" });
    this.node = el("section", { class: "card tools", "aria-label": say("arbiter") }, el("h2", {}, say("arbiter")),
      el("div", { class: "row" }, order("pause", "pause"), order("resume", "resume"), order("accept", "accept", () => ({ by: "arbiter" })), order("reject", "reject", () => ({ by: "arbiter" }))),
      el("div", { class: "row" }, side, clock, order("set_clock", "set_clock", () => ({ color: side.value, left_ms: milliseconds(clock.value) }), clock)),
      el("div", { class: "row" }, el("label", { class: "check" }, say("plies"), plies), order("take_back", "take_back", () => ({ plies: Number(plies.value) }), plies)),
      el("div", { class: "row" }, move, order("enter_move", "enter_move", () => ({ move: move.value.trim() }), move)),
      el("div", { class: "row" }, el("label", { class: "check" }, say("ply"), ply), instead, order("replace_move", "replace_move", () => ({ ply: Number(ply.value), move: instead.value.trim() }), ply, instead)),
      el("div", { class: "row" }, result, order("set_result", "result", () => ({ result: result.value, reason: "arbiter" })), order("undo_result", "undo_result"), el("button", { type: "button", onclick: () => post(`api/boards/${number}/confirm`, {}) }, say("confirm_result"))),
      el("details", {}, el("summary", {}, say("position")), this.editor.node),
      el("details", {}, el("summary", {}, say("other_order")), this.others()),
      this.answer, el("details", {}, el("summary", {}, say("interventions")), this.log));
  }

  view(view) {
    this.now = view;
    if (view.men && !view.leading && !this.editor.dirty) this.editor.load(view, view.turn);
    this.log.replaceChildren(...(view.interventions ?? []).map((one) => el("li", {}, `${one.text} (${one.by})`)));
  }

  // One order of FORMS, with its fields.
  others() {
    const choose = el("select", { "aria-label": say("other_order") }, ...Object.keys(FORMS).map((key) => option(key, say(`order_${key}`))));
    const fields = el("div", { class: "row" });
    const show = () => fields.replaceChildren(...Object.entries(FORMS[choose.value]).map(([name, kind]) => field(name, kind)));
    choose.addEventListener("change", show);
    show();
    const send = () => whole([...fields.querySelectorAll("input")]) && this.give(choose.value, Object.fromEntries([...fields.children].map((one) => [one.getAttribute("name"), valueOf(one)])));
    return el("div", { class: "side" }, choose, fields, el("div", { class: "row" }, el("button", { type: "button", onclick: send }, say("send"))));
  }

  async setPosition() {
    if (this.editor.position && await this.give("set_position", { fen: this.editor.fen })) this.editor.dirty = false;
  }

  async give(command, fields) {
    const reply = await post(`api/boards/${this.number}/command`, { command, ...fields });
    this.tell(reply.ok ? say("done") : reply.error, !reply.ok);
    return reply.ok;
  }

  tell(text, wrong) {
    this.answer.textContent = text;
    this.answer.classList.toggle("wrong", wrong);
  }
}

// Whether all is filled in as it is meant; the browser says, in its language, what is not.
const whole = (inputs) => inputs.every((one) => one.reportValidity());

function milliseconds(text) {
  const sign = text.trim().startsWith("-") ? -1 : 1;
  const seconds = text.replace("-", "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return sign * Math.round(seconds * 1000);
}

function field(name, kind) {
  const label = { name, "aria-label": say(`field_${name}`), title: say(`field_${name}`) };
  if (kind === "side") return el("select", label, option("white", say("white")), option("black", say("black")));
  if (Array.isArray(kind)) return el("select", label, ...kind.map((word) => option(word, say(`penalty_${word}`))));
  if (kind === "yes" || kind === "no")
    return el("label", { class: "check", name }, el("input", { type: "checkbox", checked: kind === "yes" }), say(`field_${name}`));
  return el("input", { ...label, "data-kind": kind, placeholder: say(`field_${name}`), required: name !== "fen", pattern: kind === "time" ? SIGNED : null, value: kind === "time" ? "1:00" : "", autocomplete: "off", spellcheck: "false" });
}

function valueOf(input) {
  const box = input.querySelector("input");
  if (box) return box.checked;
  return input.dataset.kind === "time" ? milliseconds(input.value) : input.value.trim();
}
