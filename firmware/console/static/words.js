// What the page says. Keys that a language lacks are said in English.
let words = {}, english = {};

export const say = (key, values = {}) =>
  (words[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

export async function learn(language) {
  const load = async (code) => (await fetch(`words/${code}.json`)).json();
  english = await load("en");
  words = language === "en" ? english : await load(language);
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
}

export function preferred(languages) {
  const wanted = [localStorage.getItem("language"), ...navigator.languages.map((code) => code.slice(0, 2))];
  return wanted.find((code) => code in languages) ?? "en";
}
