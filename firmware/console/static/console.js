// The console's page: which part is shown, in which language, and what the feed brings.
import { Feed, get, me } from "./server.js";
import { learn, preferred, say } from "./words.js";
import { el, option } from "./dom.js";
import { Hall, Table } from "./table.js";
import { Games, Replay } from "./games.js";
import { Arbiter } from "./arbiter.js";

const main = document.getElementById("main");
const link = document.getElementById("link");
let shown = null, about = null, feed = null;

const PARTS = [
  [/^#\/board\/(\d+)$/, (number) => new Table(Number(number), about, feed)],
  [/^#\/games$/, () => new Games(feed)],
  [/^#\/games\/((?:\d+\/)?[\w.-]+)$/, (name) => new Replay(name, about, feed)],
  [/^#\/arbiter$/, () => new Arbiter(about, feed, route)],
];

async function route() {
  const hash = location.hash || "#/";
  shown?.leave?.();
  document.body.classList.remove("large");
  const found = PARTS.map(([pattern, part]) => [pattern.exec(hash), part]).find(([match]) => match);
  if (!found && hash !== "#/" && hash !== "#main") location.hash = "#/";
  shown = found ? found[1](found[0][1]) : about.boards > 1 ? new Hall(feed) : new Table(1, about, feed);
  const place = hash.startsWith("#/games") ? "#/games" : hash.startsWith("#/arbiter") ? "#/arbiter" : "#/";
  for (const anchor of document.querySelectorAll("nav a")) {
    if (anchor.getAttribute("href") === place) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  main.replaceChildren(shown.node);
  await shown.enter?.();
}

async function speak(language) {
  localStorage.setItem("language", language);
  await learn(language);
  const note = document.getElementById("unproofread");
  note.textContent = say("unproofread");
  note.hidden = !say("unproofread");
}

async function begin() {
  about = await get("api/about");
  Object.assign(me, { arbiter: about.arbiter, token: about.token });
  const language = preferred(about.languages);
  const select = document.getElementById("language");
  select.append(...Object.entries(about.languages).map(([code, name]) => option(code, name, language)));
  select.addEventListener("change", async () => { await speak(select.value); route(); });
  await speak(language);
  let first = true;
  feed = new Feed(
    (view, before) => {
      if (first) { first = false; setTimeout(route); return; }
      shown?.view?.(view, before);
    },
    (up) => {
      link.textContent = up ? "" : say("link_lost");
      link.classList.toggle("gone", !up);
    },
  );
  addEventListener("hashchange", route);
}

begin().catch((error) => main.replaceChildren(el("p", { class: "wrong" }, String(error.message ?? error))));
