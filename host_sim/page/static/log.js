// What happened, newest at the end; the last sentence for people stands under the board too.
const KEPT = 400;

export class Log {
  #list; #said;

  constructor(list, said) {
    this.#list = list;
    this.#said = said;
  }

  clear() {
    this.#list.replaceChildren();
    this.#said.textContent = "";
  }

  add(lines) {
    const follows = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    for (const [, kind, text] of lines) {
      const item = document.createElement("li");
      item.className = kind;
      item.textContent = text;
      this.#list.append(item);
      if (kind === "said" || kind === "error") this.#said.textContent = text;
    }
    while (this.#list.childElementCount > KEPT) this.#list.firstElementChild.remove();
    if (follows) this.#list.scrollTop = this.#list.scrollHeight;
  }
}
