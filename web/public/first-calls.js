// PERF-1h: before the page's code has loaded, requests the files that this address needs and makes the page's first calls. The page picks up their
// responses later (src/platform/http.ts).
(function () {
  const files = {};
  const language = document.documentElement.lang;
  const [, kind = "oferta.", number] = /^\/view\/((?:oferta|cerere)\.)?(\d+)$/.exec(location.pathname) ?? [];
  let token = null;
  try {
    // The page ignores a token that is stored without its person.
    if (localStorage.getItem("cuplaj.user") !== null) token = localStorage.getItem("token");
  } catch {
    return;
  }
  const calls = (globalThis.firstCalls = new Map());

  async function load(name) {
    const loading = (files[name] ?? []).map((href) => {
      const link = document.createElement("link");
      const [, kind] = /\.(js|css|woff2)$/.exec(href);
      link.rel = kind === "js" ? "modulepreload" : "preload";
      if (kind !== "js") link.as = kind === "css" ? "style" : "font";
      link.crossOrigin = "";
      link.href = href;
      document.head.append(link);
      return new Promise((end) => ["load", "error"].forEach((type) => link.addEventListener(type, end)));
    });
    await Promise.all(loading);
  }

  async function loadRest() {
    await load("first");
    if (/^\/(?:view\/|join\/|cerere$)/.test(location.pathname))
      await Promise.all([load("conversation"), load(`room-${language}`)]);
    await load("fonts");
  }

  function call(path, isOwn, next) {
    const headers = { "X-Requested-With": "XMLHttpRequest", Accept: "application/json", "Content-Language": language };
    if (isOwn) headers.Authorization = `Bearer ${token}`;
    const sent = fetch(path, { headers, cache: "no-store", signal: AbortSignal.timeout(15_000) });
    const answer = sent.then(async (response) => {
      const text = await response.text();
      if (response.ok) next?.(JSON.parse(text));
      return new Response(text, response);
    });
    answer.catch(() => undefined);
    calls.set(JSON.stringify([path, headers]), answer);
  }

  function callHistory({ chats: [room] }) {
    const isRead = room.unread_count === 0 || room.read_seq === 0;
    const [, named] = /[?&]m=([1-9]\d*)(?:&|$)/.exec(location.search) ?? [];
    const seq = named ?? (isRead ? null : room.read_seq + 1);
    call(`/api/v1/chat/${room.id}/1${seq === null ? "" : `?around_seq=${seq}`}`, true);
  }

  void load(language);
  void load(token === null ? "sign-in" : "list");
  call("/api/v1/settings", false);
  if (token === null) {
    void load(`room-${language}`);
    return;
  }
  call("/api/v1/me", true);
  call("/api/v1/all/1?filter=all", true);
  if (number !== undefined) call(`/api/v1/chat/${kind}${number}`, true, callHistory);
  void loadRest();
})();
