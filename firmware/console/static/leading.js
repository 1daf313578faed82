// A recorded game, or a diagram, on the lights of a board: what is shown, and the way through it.
import { post } from "./server.js";
import { say } from "./words.js";
import { el } from "./dom.js";

export class Leading {
  constructor(number, allowed) {
    Object.assign(this, { number, allowed });
    this.answer = el("p", { class: "answer wrong", role: "status" });
    const button = (key, command, fields) => el("button", { onclick: () => this.order(command, fields) }, say(key));
    this.node = el("div", { class: "row quiet-tools", hidden: true }, button("back", "replay_step", { back: true }), button("forward", "replay_step", { back: false }), button("stop_showing", "replay_stop", {}), this.answer);
  }

  view(view) {
    this.node.hidden = !(view.leading && this.allowed());
  }

  async order(command, fields) {
    const reply = await post(`api/boards/${this.number}/${command}`, fields);
    this.answer.textContent = reply.ok ? "" : reply.error;
  }
}

// What the lights show, in words.
export function shown({ setting_up, done, text, ply, plies }) {
  if (done) return say(plies ? "shown_done" : "set_up_done");
  if (setting_up) return say("set_up_first");
  return say("shown_ply", { text: text || "…", ply, plies });
}
