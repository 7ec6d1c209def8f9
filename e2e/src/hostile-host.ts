import { loaderPage } from "./host-site.ts";

/** A frame next to ours, which impersonates host and frame and asks ours to sign out. It reports what it tried and received. */
export const hostilePage = `<!doctype html><script>
  const got = [];
  let times = 0;
  addEventListener("message", ({ data }) => got.push(data));
  const said = (action, payload) => ({ source: "cuplaj", version: 1, action, id: "1", ts: "x", payload });
  setInterval(() => {
    times += 1;
    parent.frames[0].postMessage(said("hello", { nonce: "evil" }), "*");
    parent.frames[0].postMessage(said("signOut", {}), "*");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => got.push(data);
    parent.postMessage(said("ready", { nonce: "evil", version: 1, features: [] }), "*", [port2]);
    parent.postMessage(said("signedOut", {}), "*");
    parent.postMessage({ hostile: { times, got: got.length } }, "*");
  }, 50);
</script>`;

/** Source for the host's page: shows the hostile frame next to ours, and records its reports in `hostile`. */
export const showBeside = `(src) => {
  addEventListener("message", ({ data }) => {
    if (data.hostile !== undefined) window.hostile = data.hostile;
  });
  const beside = document.createElement("iframe");
  beside.src = src;
  document.body.append(beside);
}`;

/** Source for the host's page: posts invalid messages to our frame. */
export const sayGarbage = `() => {
  const hello = { source: "cuplaj", version: 1, action: "hello", id: "1", ts: "x", payload: { nonce: "n" } };
  const odd = [null, 7, "garbage", [], {}, { ...hello, version: 2 }, { ...hello, payload: null }, { ...hello, source: "chat" },
    { ...hello, payload: { nonce: "x".repeat(1e6) } }, new Map(), { ...hello, action: "signOut", payload: {} }];
  for (const data of odd) frames[0].postMessage(data, "*");
}`;

export const sandboxedPage = (address: string, person: string, rights: string): string =>
  `${loaderPage(address, person)}<script>
  chat.element.setAttribute("sandbox", "${rights}");
  chat.element.src = chat.element.src;
</script>`;
