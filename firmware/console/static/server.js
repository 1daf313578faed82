// What is asked of the console, and what it tells by itself.
export const me = { arbiter: false, token: null };

export async function get(path) {
  const response = await fetch(path);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? response.statusText);
  return body;
}

export async function post(path, body) {
  const headers = { "content-type": "application/json" };
  if (me.token) headers["x-reedboard-token"] = me.token;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(path, { method: "POST", headers, body: text });
  const answer = await response.json();
  if (response.status === 401) me.arbiter = false;
  return answer;
}

// The feed: the newest view of every board; it comes back by itself.
export class Feed {
  constructor(onView, onLink) {
    this.views = {};
    this.onView = onView;
    this.onLink = onLink;
    this.wait = 250;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const live = new WebSocket(`${scheme}://${location.host}/feed`);
    live.onopen = () => { this.wait = 250; this.onLink(true); };
    live.onmessage = (message) => {
      const view = JSON.parse(message.data);
      view.heard = performance.now() - (view.age_ms ?? 0);
      const before = this.views[view.board];
      this.views[view.board] = view;
      this.onView(view, before);
    };
    live.onclose = () => {
      this.onLink(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(4000, this.wait * 2);
    };
  }
}

// What a side has left now, by the server's stamp and the time since.
export function left(view, side) {
  const clock = view.clock;
  if (!clock) return null;
  const ms = clock[`${side}_ms`];
  const runs = clock.running === side && view.phase === "playing" && view.online;
  return Math.max(0, runs ? ms - (performance.now() - view.heard) : ms);
}
