// Small helpers. Text from the server only ever becomes text, never markup.
export function el(kind, attributes = {}, ...children) {
  const node = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const option = (value, text, now) => el("option", { value, selected: value === now }, text);

// A time control: seconds as minutes where it is only a time, with what each move adds.
export function control(text) {
  const found = /^(\d+)(?:\+(\d+))?$/.exec(text ?? "");
  return found ? `${time(found[1] * 1000)}${found[2] ? ` + ${found[2]} s` : ""}` : text;
}

// A tag of a game; an unknown one is written as a question mark.
export const known = (tag) => (tag && tag !== "?" ? tag : "");

export function time(ms) {
  const whole = ms < 20_000 ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  if (ms < 20_000) return whole.toFixed(1);
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, seconds = whole % 60;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
