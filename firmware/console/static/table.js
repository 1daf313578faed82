// One board as spectators see it, and all boards at once.
import { get, left, me, post } from "./server.js";
import { say } from "./words.js";
import { control, el, known, time } from "./dom.js";
import { changed, diagram } from "./diagram.js";
import { Orders } from "./orders.js";
import { Begin } from "./begin.js";
import { Leading, shown } from "./leading.js";

const SIDES = ["black", "white"];
const name = (view, side) => known(view.tags?.[side === "white" ? "White" : "Black"]) || say(side);

// After how many plies a position stands, in the game or in one that is shown on the lights.
const reached = (view) => view.leading?.ply ?? view.plies;

export class Hall {
  constructor(feed) {
    this.feed = feed;
    this.node = el("div", { class: "hall" });
    this.view();
    this.ticking = setInterval(() => this.tick(), 250);
  }

  leave() {
    clearInterval(this.ticking);
  }

  view() {
    this.times = [];
    this.node.replaceChildren(...Object.values(this.feed.views).map((view) => this.card(view)));
    this.tick();
  }

  tick() {
    for (const { node, board, side } of this.times) {
      const view = this.feed.views[board], ms = left(view, side);
      node.textContent = ms === null ? "" : time(ms);
      node.classList.toggle("running", view.clock?.running === side);
    }
  }

  card(view) {
    const head = el("h2", {}, `${say("board")} ${view.name}`);
    const who = view.phase === "away" ? null : el("p", {}, `${name(view, "white")} – ${name(view, "black")} ${view.result ?? ""}`);
    const picture = view.men ? diagram(view) : el("p", { class: "quiet" }, say(view.phase));
    const clocks = ["white", "black"].map((side) => {
      const node = el("span", { class: "time" });
      this.times.push({ node, board: view.board, side });
      return node;
    });
    return el("a", { class: "card", href: `#/board/${view.board}` }, head, who, picture, el("p", { class: "clocks" }, ...clocks));
  }
}

export class Table {
  constructor(number, about, feed) {
    Object.assign(this, { number, about, feed, flipped: false, fresh: [], spoken: localStorage.getItem("spoken") === "on" });
    this.picture = el("div");
    this.seats = Object.fromEntries(SIDES.map((side) => [side, this.seat(side)]));
    this.state = el("p", { class: "state", role: "status" });
    this.moves = el("ol", { class: "moves", "aria-label": say("moves"), tabindex: "0" });
    this.counters = el("p", { class: "quiet" });
    this.confirm = el("div", { class: "row" });
    this.column = el("section", { class: "board-column", "aria-label": say("board") });
    this.game = el("p", { class: "quiet" });
    this.begin = new Begin(number, about);
    this.leading = new Leading(number, () => me.arbiter || about.open_games);
    const flip = el("button", { onclick: () => { this.flipped = !this.flipped; this.arrange(); this.view(this.now); } }, say("flip"));
    const large = el("button", { onclick: () => document.body.classList.toggle("large") }, say("large"));
    const aloud = el("button", { "aria-pressed": String(this.spoken), onclick: (event) => this.speakMoves(event.target) }, say("speak"));
    this.pdn = el("a", { href: `boards/${number}/live.pdn`, download: "live.pdn" }, say("download"));
    const qr = el("details", { class: "quiet-tools" }, el("summary", {}, say("phone")), el("img", { class: "qr", src: "qr.svg", alt: about.address }), el("p", {}, about.address));
    this.orders = me.arbiter ? new Orders(number) : null;
    const side = el("div", { class: "side" }, el("section", { class: "card" }, this.state, this.counters, this.moves, this.leading.node, this.confirm),
      el("div", { class: "row quiet-tools" }, flip, large, aloud, this.pdn), this.orders?.node, this.begin.node, qr);
    this.node = el("div", { class: "table" }, this.column, side);
    this.keys = (event) => event.key === "Escape" && document.body.classList.remove("large");
    addEventListener("keydown", this.keys);
    this.arrange();
    this.view(this.now);
    this.ticking = setInterval(() => this.tick(), 100);
  }

  get now() {
    return this.feed.views[this.number] ?? { phase: "away" };
  }

  leave() {
    clearInterval(this.ticking);
    removeEventListener("keydown", this.keys);
  }

  async enter() {
    const pairings = await get("api/pairings").catch(() => []);
    this.begin.preset(this.now);
    const mine = pairings.find((pairing) => pairing.board === this.number);
    if (mine) this.begin.pair(mine);
  }

  seat(side) {
    const who = el("span", { class: "who" }), turn = el("span", { class: "turn" }), clock = el("span", { class: "time" });
    return { node: el("div", { class: `seat ${side}` }, el("span", {}, who, " ", turn), clock), who, turn, clock };
  }

  arrange() {
    const [top, bottom] = this.flipped ? ["white", "black"] : ["black", "white"];
    this.column.replaceChildren(this.seats[top].node, this.picture, this.seats[bottom].node, this.game);
  }

  view(view, before) {
    if (view.board !== undefined && view.board !== this.number) return;
    const differs = changed(before, view);
    const oneOn = before && view.game === before.game && Math.abs(reached(view) - reached(before)) === 1;
    if (differs.length) this.fresh = oneOn ? differs : [];
    if (before && view.plies > before.plies && view.game === before.game) this.announce(view);
    this.picture.replaceChildren(view.men ? diagram(view, { flipped: this.flipped, fresh: this.fresh }) : el("p", { class: "quiet" }, say(view.phase)));
    for (const side of SIDES) {
      this.seats[side].who.textContent = view.phase === "away" ? "" : name(view, side);
      this.seats[side].turn.textContent = view.phase === "playing" && view.turn === side ? say("to_move") : "";
    }
    this.game.textContent = [view.title, known(view.tags?.Event), control(view.clock?.control)].filter(Boolean).join(" · ");
    this.state.textContent = this.sentence(view);
    this.counters.textContent = (view.counters ?? []).map((one) => say("counter", { reason: say(`reason_${one.reason}`), ...one })).join("; ");
    this.list(view.moves ?? "", view.leading?.ply);
    this.leading.view(view);
    this.asking(view);
    this.begin.node.hidden = !(me.arbiter || (this.about.open_games && ["idle", "over", "away"].includes(view.phase)));
    this.begin.going = ["playing", "paused"].includes(view.phase) ? view.phase : null;
    this.pdn.hidden = !view.fen;
    this.orders?.view(view);
    this.tick();
  }

  sentence(view) {
    if (view.online === false) return say("station_away");
    if (view.result) return `${view.result}: ${say(`reason_${view.reason}`)}`;
    if (view.unconfirmed) return say("unconfirmed");
    if (view.irregular) return say("irregular", { number: view.irregular.number ?? "", side: say(view.irregular.color) });
    if (view.sensor === "lost") return say("sensor_lost");
    if (view.leading) return shown(view.leading);
    return view.phase === "playing" ? say("turn_of", { side: say(view.turn) }) : say(view.phase);
  }

  // The moves, the last of them marked, or the one after so many plies.
  list(numbered, ply) {
    const items = numbered.split(" ").filter(Boolean).map((word) => el("li", { class: word.endsWith(".") ? "n" : "" }, word));
    const marked = ply === undefined ? items.at(-1) : items.filter((item) => !item.classList.contains("n"))[ply - 1];
    marked?.setAttribute("aria-current", "step");
    this.moves.replaceChildren(...items);
    this.moves.scrollTop = marked ? marked.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2 : 0;
  }

  asking(view) {
    const ask = (side) => el("button", { onclick: () => post(`api/boards/${this.number}/confirm`, { color: side }) }, say("confirm", { side: say(side) }));
    this.confirm.replaceChildren(...(view.unconfirmed ? SIDES.filter((side) => !view.unconfirmed.includes(side)).map(ask) : []));
  }

  announce(view) {
    const last = view.moves.split(" ").filter((word) => !word.endsWith(".")).at(-1);
    const text = `${say(view.turn === "white" ? "black" : "white")}: ${last}`;
    document.getElementById("aloud").textContent = text;
    if (!this.spoken || !window.speechSynthesis) return;
    const left_ms = left(view, view.turn);
    const words = new SpeechSynthesisUtterance(left_ms === null ? text : `${text}. ${say(view.turn)} ${time(left_ms)}`);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }

  speakMoves(button) {
    this.spoken = !this.spoken;
    localStorage.setItem("spoken", this.spoken ? "on" : "off");
    button.setAttribute("aria-pressed", String(this.spoken));
  }

  tick() {
    const view = this.now;
    for (const side of SIDES) {
      const ms = left(view, side), { node, clock } = this.seats[side];
      clock.textContent = ms === null ? "" : time(ms);
      node.classList.toggle("running", view.clock?.running === side);
      node.classList.toggle("flag", Boolean(view.clock?.flags?.includes(side)));
    }
  }
}
