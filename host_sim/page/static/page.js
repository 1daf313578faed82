// Draws what the server tells of the hardware and tells it what hands do. It knows no rules.
import { Board } from "./board.js";
import { Display } from "./display.js";
import { Buzzer } from "./buzzer.js";
import { Log } from "./log.js";

const $ = (id) => document.getElementById(id);
const socket = { send: () => {} };
const tell = (what, value) => {
  if ($("line").classList.contains("wrong")) say(state.hardware?.game ?? "");
  socket.send(JSON.stringify({ [what]: value }));
};

const board = new Board($("board"), $("cursor"), tell);
const displays = { left: new Display($("left-display"), "Left"), right: new Display($("right-display"), "Right") };
const buzzer = new Buzzer();
const log = new Log($("log"), $("said"));
const state = {};

function connect() {
  const live = new WebSocket(`ws://${location.host}/hands`);
  live.onopen = () => {
    socket.send = (text) => live.readyState === WebSocket.OPEN && live.send(text);
    for (const key of Object.keys(state)) delete state[key];
    log.clear();
    say("");
  };
  live.onmessage = (message) => hear(JSON.parse(message.data));
  live.onclose = () => {
    socket.send = () => {};
    say("The simulator is gone; looking for it …");
    setTimeout(connect, 700);
  };
}

function say(text, wrong = false) {
  $("line").textContent = text;
  $("line").classList.toggle("wrong", wrong);
}

function hear(news) {
  if (news.error) return say(news.error, true);
  if (news.choices) showChoices(news.choices);
  if (news.scenario !== undefined) download(news.scenario);
  if (news.hardware) {
    board.lay(news.hardware);
    log.clear();
    say(news.hardware.game);
  }
  Object.assign(state, news);
  if (news.men || news.hardware) board.men(state.men);
  if (news.red || news.green || news.both || news.hardware) board.light(state.red, state.green, state.both);
  if (news.closed || news.hardware) board.reeds(state.closed);
  for (const side of ["left", "right"]) if (news[side]) displays[side].show(news[side]);
  if (news.buzzer !== undefined) buzzer.sound(news.buzzer && $("sound").checked);
  if (news.power !== undefined) {
    $("plug").textContent = news.power ? "pull the plug" : "power on";
    document.body.classList.toggle("off-power", !news.power);
  }
  if (news.seats) for (const side of ["white", "black"]) $(side).value = news.seats[side] ?? "";
  if (news.log) log.add(news.log);
}

function fill(select, entries, now) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
  if (now !== undefined) select.value = now;
}

function showChoices({ variants, boards, policies, styles, now }) {
  fill($("variant"), Object.entries(variants), now.variant);
  fill($("size"), [["", "the game's own"], ...boards.map((name) => [name, name])], "");
  fill($("policy"), policies.map((name) => [name, name]), now.policy);
  $("control").value = now.clock;
  const hands = Object.entries(styles).map(([name, does]) => [name, `${name}: ${does}`]);
  for (const side of ["white", "black"]) fill($(side), [["", "you"], ...hands], state.seats?.[side] ?? "");
}

function download(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = "board.scenario";
  link.click();
  URL.revokeObjectURL(link.href);
}

$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const lines = [`game ${$("variant").value}`, `clock ${$("control").value || "none"}`, `policy ${$("policy").value}`];
  if ($("size").value) lines.unshift(`board ${$("size").value}`);
  tell("set_up", lines);
});

for (const side of ["white", "black"])
  $(side).addEventListener("change", () => tell("sit", [side, $(side).value || null]));

for (const side of ["left", "right"]) {
  const button = $(side);
  const push = (down) => {
    buzzer.wake();
    button.classList.toggle("down", down);
    tell("button", [side, down]);
  };
  button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); push(true); });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => push(false));
  const key = side === "left" ? "f" : "j";
  const mine = (event) =>
    event.key.toLowerCase() === key && !event.target.matches("input, select") && !event.ctrlKey && !event.metaKey && !event.altKey;
  const pushed = (event) => event.target === button && (event.key === " " || event.key === "Enter");
  addEventListener("keydown", (event) => {
    if ((mine(event) || pushed(event)) && !event.repeat) { event.preventDefault(); push(true); }
  });
  addEventListener("keyup", (event) => {
    if (mine(event) || pushed(event)) { event.preventDefault(); push(false); }
  });
}

for (const button of document.querySelectorAll("[data-line]"))
  button.addEventListener("click", () => {
    for (const line of [button.dataset.line, button.dataset.also])
      if (line) tell("say", line.replace("{square}", $("square").value.trim()));
  });
$("plug").addEventListener("click", () => tell("say", state.power ? "power off" : "power on"));
$("say").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !$("say").value.trim()) return;
  tell("say", $("say").value);
  $("say").value = "";
});
$("save").addEventListener("click", () => tell("save", true));
$("file").addEventListener("click", () => { $("file").value = ""; }); // the same file again is a choice, too
$("file").addEventListener("change", () => play($("file").files[0]));
$("reeds").addEventListener("change", () => $("board").classList.toggle("show-reeds", $("reeds").checked));
$("names").addEventListener("change", () => $("board").classList.toggle("hide-names", !$("names").checked));
$("sound").addEventListener("change", () => buzzer.sound(state.buzzer && $("sound").checked));
for (const kind of ["reeds", "events"])
  $(`log-${kind}`).addEventListener("change", (event) => $("log").classList.toggle(`no-${kind}`, !event.target.checked));

async function play(file) {
  if (file) tell("play", [file.name, await file.text()]);
}
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  play(event.dataTransfer.files[0]);
});

connect();
