// The arbiter's door, and what waits for him on all boards.
import { get, me, post } from "./server.js";
import { say } from "./words.js";
import { el } from "./dom.js";

export class Arbiter {
  constructor(about, feed, again) {
    Object.assign(this, { about, feed, again });
    this.node = el("div", { class: "side" });
    if (me.arbiter) this.inside();
    else this.door();
  }

  leave() {
    clearInterval(this.looking);
  }

  door() {
    const answer = el("p", { class: "answer", role: "status" });
    const pin = el("input", { name: "pin", type: "password", inputmode: "numeric", autocomplete: "current-password", required: true });
    const form = el("form", { class: "card" }, el("h2", {}, say("arbiter")),
      el("input", { type: "text", name: "user", value: "arbiter", autocomplete: "username", hidden: true }), el("label", {}, "PIN", pin), el("button", { class: "main" }, say("enter")), answer);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const reply = await post("api/login", { pin: pin.value });
      pin.value = "";
      if (!reply.ok) { answer.textContent = reply.error; answer.classList.add("wrong"); return; }
      Object.assign(me, { arbiter: true, token: reply.token });
      this.again();
    });
    this.node.replaceChildren(form);
  }

  inside() {
    this.calls = el("tbody");
    this.none = el("p", { class: "quiet" }, say("no_alerts"));
    this.table = el("table", { "aria-live": "polite" });
    const head = el("tr", {}, ...["board", "time", "alert", "seen"].map((key) => el("th", { scope: "col" }, say(key))));
    this.table.append(el("thead", {}, head), this.calls);
    const boards = el("p", { class: "row" }, ...Object.values(this.feed.views).map((view) => el("a", { href: `#/board/${view.board}` }, `${say("board")} ${view.name}`)));
    const file = el("input", { type: "file", accept: ".csv,text/csv", onclick: () => { file.value = ""; }, onchange: () => this.pair(file.files[0]) });
    this.answer = el("p", { class: "answer", role: "status" });
    const leave = el("button", { onclick: async () => { await post("api/logout", {}); Object.assign(me, { arbiter: false, token: null }); this.again(); } }, say("leave"));
    this.node.replaceChildren(
      el("section", { class: "card" }, el("h2", {}, say("alerts")), this.none, this.table),
      el("section", { class: "card" }, el("h2", {}, say("boards")), boards),
      el("section", { class: "card" }, el("h2", {}, say("pairings")), el("label", {}, say("pairings_file"), " ", file), this.answer),
      el("p", {}, leave));
    this.look();
    this.looking = setInterval(() => this.look(), 1000);
  }

  async look() {
    const calls = await get("api/alerts").catch(() => []);
    this.none.hidden = calls.length > 0;
    this.table.hidden = calls.length === 0;
    this.calls.replaceChildren(...calls.map((call) => el("tr", {},
      el("td", {}, el("a", { href: `#/board/${call.board}` }, this.feed.views[call.board]?.name ?? String(call.board))),
      el("td", {}, new Date(call.at_s * 1000).toLocaleTimeString()), el("td", {}, call.text),
      el("td", {}, el("button", { onclick: async () => { await post(`api/boards/${call.board}/alerts/${call.number}`, {}); this.look(); } }, say("seen"))))));
  }

  async pair(file) {
    if (!file) return;
    const reply = await post("api/pairings", await file.text());
    this.answer.textContent = Array.isArray(reply) ? say("paired", { count: reply.length }) : reply.error;
    this.answer.classList.toggle("wrong", !Array.isArray(reply));
  }
}
