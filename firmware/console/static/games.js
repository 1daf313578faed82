// Games that were played: the list, and one of them move by move.
import { get, me, post } from "./server.js";
import { say } from "./words.js";
import { el, known, time } from "./dom.js";
import { changed, diagram } from "./diagram.js";

export class Games {
  constructor(feed) {
    this.feed = feed;
    this.node = el("section", { "aria-label": say("games") }, el("p", { class: "quiet" }, say("loading")));
  }

  async enter() {
    const games = await get("api/games");
    if (!games.length) return this.node.replaceChildren(el("p", {}, say("no_games")));
    const board = (name) => (name.includes("/") ? this.feed.views[name.split("/")[0]]?.name ?? "" : "");
    const several = games.some(({ name }) => name.includes("/"));
    const column = (key, wide) => el("th", { scope: "col", class: wide ? "wide" : "" }, say(key));
    const head = el("tr", {}, el("th", { scope: "col" }, "#"), column("date"), column("white"), column("black"), column("result"), column("event", true), several ? column("board", true) : null, el("th", { scope: "col", class: "wide" }, "PDN"));
    const rows = games.map(({ name, tags }) => el("tr", {},
      el("td", {}, el("a", { href: `#/games/${name}` }, numbered(name))), el("td", { class: "narrow" }, dated(tags.Date)), el("td", {}, known(tags.White)), el("td", {}, known(tags.Black)),
      el("td", { class: "narrow" }, tags.Result ?? ""), el("td", { class: "wide" }, known(tags.Event)), several ? el("td", { class: "wide" }, board(name)) : null,
      el("td", { class: "wide" }, el("a", { href: `games/${name}`, download: name.split("/").at(-1), title: name }, "PDN"))));
    const all = el("p", {}, el("a", { href: "games.pdn", download: "games.pdn" }, say("all_games")));
    this.node.replaceChildren(el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), all);
  }
}

// The number that the board's journal has for a game, too.
const numbered = (name) => String(Number(/(\d+)\.pdn$/.exec(name)?.[1]) || name);

// A date as PDN has it; one of which nothing is known is none.
const dated = (date) => (/\d/.test(date ?? "") ? date : "");

export class Replay {
  constructor(name, about, feed) {
    Object.assign(this, { name, about, feed, at: 0 });
    this.node = el("div", { class: "table" }, el("p", { class: "quiet" }, say("loading")));
    this.keys = (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 };
      if (event.key in steps && !event.target.matches("input, select")) { event.preventDefault(); this.go(this.at + steps[event.key]); }
    };
    addEventListener("keydown", this.keys);
  }

  leave() {
    removeEventListener("keydown", this.keys);
  }

  async enter() {
    try {
      this.game = await get(`api/games/${this.name}`);
    } catch (error) {
      this.node.replaceChildren(el("p", { class: "wrong" }, error.message));
      return;
    }
    const { tags, plies, first, result, title } = this.game;
    this.picture = el("div");
    this.clock = el("p", { class: "state" });
    this.comment = el("p", { class: "quiet" });
    this.aloud = document.getElementById("aloud");
    this.buttons = plies.map((ply, index) => el("button", { onclick: () => this.go(index) }, index ? ply.text : say("start_position")));
    const black = first === "black" ? 1 : 0;
    const number = (index) => el("li", { class: "n" }, `${Math.floor((index - 1 + black) / 2) + 1}.`);
    const items = this.buttons.flatMap((button, index) => {
      if (!index) return [el("li", { class: "start" }, button)];
      const before = (index - 1 + black) % 2 === 0 ? [number(index)] : index === 1 ? [number(index), el("li", { class: "n" }, "…")] : [];
      return [...before, el("li", {}, button)];
    });
    const answer = el("p", { class: "answer wrong", role: "status" });
    const show = (number, name) => el("button", { onclick: async () => {
      const reply = await post(`api/boards/${number}/replay`, { name: this.name, ply: this.at < plies.length - 1 ? this.at : 0 });
      if (reply.ok) location.hash = `#/board/${number}`;
      else answer.textContent = reply.error;
    } }, say("show_on_lights", { board: name }));
    const boards = me.arbiter || this.about.open_games ? Object.values(this.feed.views).map((view) => show(view.board, view.name)) : [];
    const step = (key, by) => el("button", { onclick: () => this.go(this.at + by) }, say(key));
    const tools = el("div", { class: "row tools-row" }, step("back", -1), step("forward", 1), el("button", { onclick: () => print() }, say("print")),
      el("a", { href: `games/${this.name}`, download: this.name }, say("download")), ...boards, answer);
    this.node.replaceChildren(
      el("section", { class: "board-column" }, el("h2", {}, `${known(tags.White) || say("white")} – ${known(tags.Black) || say("black")} ${result}`), this.picture, this.clock, this.comment, tools),
      el("section", { class: "side" }, el("p", { class: "quiet" }, [title, known(tags.Event), dated(tags.Date), known(tags.Round)].filter(Boolean).join(" · ")), el("ol", { class: "moves", "aria-label": say("moves") }, ...items)));
    this.go(plies.length - 1);
  }

  go(index) {
    const { plies } = this.game;
    this.at = Math.max(0, Math.min(plies.length - 1, index));
    const ply = plies[this.at];
    this.picture.replaceChildren(diagram(ply, { fresh: changed(plies[this.at - 1], ply) }));
    const shown = (ms) => (ms === null || ms === undefined ? "" : time(ms));
    this.clock.textContent = ply.clock ? `${say("white")} ${shown(ply.clock[0])} · ${say("black")} ${shown(ply.clock[1])}` : "";
    this.comment.textContent = ply.comment ?? "";
    this.aloud.textContent = ply.text;
    this.buttons.forEach((button, number) => number === this.at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"));
    this.buttons[this.at].scrollIntoView({ block: "nearest" });
  }
}
