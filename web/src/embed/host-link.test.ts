import { expect, test } from "vitest";
import type { Envelope } from "@cuplaj/embed/messages.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { type Answer, HostLink } from "./host-link.ts";

const host = "https://parts.example.ro";
const listed = [host, "https://*.shops.example.ro", "https://erp.example.ro"];
const message = (action: string, payload: object, id = "1"): Envelope => ({
  source: "cuplaj",
  version: 1,
  action,
  id,
  ts: "2026-11-26T08:00:00.000Z",
  payload,
});
const hello = (nonce = "n"): Envelope => message("hello", { nonce });
const read = { room_id: 1, offer_id: 10_001, read_seq: 7, unread_total: 0 };

function openLink(changes: { readonly origins?: readonly string[] | null; readonly hostOrigin?: string | null } = {}) {
  const { origins = listed, hostOrigin = null } = changes;
  const posted: (readonly [Envelope, string, boolean])[] = [];
  const ports: { said: Envelope[]; isOpen: boolean; ask: (data: unknown) => void }[] = [];
  const asked: unknown[] = [];
  let warned = 0;
  const clock = createFakeClock();
  const slow = Promise.withResolvers<Answer>();
  const link = new HostLink({
    origins: () => origins,
    hostOrigin,
    post: (said, origin, port) => posted.push([said, origin, port !== undefined]),
    openPort: (listen) => {
      const port = { said: [] as Envelope[], isOpen: true, ask: listen };
      ports.push(port);
      return {
        post: (said) => port.said.push(said as Envelope),
        close: () => {
          port.isOpen = false;
        },
        theirs: new MessageChannel().port2,
      };
    },
    perform: async (command, origin): Promise<Answer> => {
      asked.push([command, origin]);
      if (command.action === "openRoom") throw new Error("a bug");
      if (command.action === "openOffer") return await slow.promise;
      return command.action === "signOut" ? { code: "refused" } : {};
    },
    onReady: () => link.report("authRequired", {}),
    onNobody: () => (warned += 1),
    later: clock.later,
    newId: () => "id",
    timestamp: () => "2026-11-26T08:00:00.000Z",
  });
  return { link, posted, ports, asked, warned: () => warned, clock, slow };
}

test("[EMB-4] a listed host's hello gets a ready with its nonce, a port, and the page's state", () => {
  const { link, posted, ports } = openLink();
  link.receive({ origin: host, data: hello() });
  expect(posted).toMatchObject([[{ action: "ready", payload: { nonce: "n", version: 1 } }, host, true]]);
  expect(ports[0]?.said).toMatchObject([{ action: "authRequired" }]);
  link.receive({ origin: host, data: hello() });
  expect(posted).toHaveLength(1);
  // A loader that restarts on the same page gets a new port, and the old one closes.
  link.receive({ origin: "https://north.shops.example.ro", data: hello("m") });
  expect([posted.length, ports.map(({ isOpen }) => isOpen)]).toEqual([2, [false, true]]);
});

test.each([
  ["an origin that is not listed", "https://evil.example.ro", hello()],
  ["an origin that begins alike", `${host}.evil.ro`, hello()],
  ["no origin", "null", hello()],
  ["another source", host, { ...hello(), source: "chat" }],
  ["version 2", host, { ...hello(), version: 2 }],
  ["no nonce", host, message("hello", {})],
  ["a nonce that is no text", host, message("hello", { nonce: 7 })],
  ["a long nonce", host, hello("n".repeat(101))],
  ["garbage", host, "garbage"],
  ["a command by the window", host, message("signOut", {})],
  ["a huge hello", host, message("hello", { nonce: "n", more: "x".repeat(40_000) })],
])("[EMB-4a] a hello with %s opens nothing", (_what, origin, data) => {
  const { link, posted, ports, asked } = openLink();
  link.receive({ origin, data });
  expect([posted, ports, asked]).toEqual([[], [], []]);
});

test("[EMB-4a] messages are ignored while the list is unknown or empty", () => {
  for (const origins of [null, []]) {
    const { link, posted } = openLink({ origins });
    link.receive({ origin: host, data: hello() });
    link.report("messagesRead", read);
    expect(posted).toEqual([]);
  }
});

test("[EMB-3c] before a handshake only version 1's actions go to each exact origin of the list", () => {
  const { link, posted } = openLink();
  link.report("messagesRead", read, "messagesRead.1.7");
  link.report("unreadChanged", { total: 1, rooms: 1 });
  link.report("authRequired", {});
  expect(posted.map(([{ action, id, payload }, origin]) => [action, id, payload, origin])).toEqual([
    ["messagesRead", "messagesRead.1.7", read, host],
    ["messagesRead", "messagesRead.1.7", read, "https://erp.example.ro"],
  ]);
});

test("[EMB-3c] if the browser names the host's origin, only that one gets them, or nobody, with one warning", () => {
  const north = "https://north.shops.example.ro";
  const named = openLink({ hostOrigin: north });
  named.link.report("messagesRead", read);
  expect(named.posted.map(([, origin]) => origin)).toEqual([north]);
  const foreign = openLink({ hostOrigin: "https://evil.example.ro" });
  foreign.link.report("messagesRead", read);
  foreign.link.report("messagesRead", read);
  expect([foreign.posted, foreign.warned()]).toEqual([[], 1]);
});

test("[EMB-3c] after the handshake everything goes by the port, and nothing by the window", () => {
  const { link, posted, ports } = openLink();
  link.receive({ origin: host, data: hello() });
  link.report("messagesRead", read);
  link.report("unreadChanged", { total: 0, rooms: 0 });
  expect(posted).toHaveLength(1);
  expect(ports[0]?.said.map(({ action }) => action)).toEqual(["authRequired", "messagesRead", "unreadChanged"]);
});

test("[EMB-4c][EMB-6] each command gets one reply: done, or the error that prevented it", async () => {
  const { link, ports, asked } = openLink();
  link.receive({ origin: host, data: hello() });
  const [port] = ports;
  port?.ask("garbage");
  port?.ask(message("setTheme", { theme: "dark" }, "a"));
  port?.ask(message("setTheme", { theme: "red" }, "b"));
  port?.ask(message("run", { code: "1" }, "c"));
  port?.ask(message("signOut", {}, "d"));
  port?.ask(message("openRoom", { room_id: 1 }, "e"));
  await expect
    .poll(() => port?.said.map(({ payload }) => payload))
    .toEqual(
      expect.arrayContaining([
        { replyTo: "a", ok: true },
        { replyTo: "b", error: { code: "invalid" } },
        { replyTo: "c", error: { code: "unknown_command" } },
        { replyTo: "d", error: { code: "refused" } },
        { replyTo: "e", error: { code: "failed" } },
      ]),
    );
  const said = (wanted: string) => port?.said.filter(({ action }) => action === wanted) ?? [];
  expect(said("reply")).toHaveLength(5);
  expect(said("error").map(({ payload }) => payload)).toEqual(
    expect.arrayContaining(["invalid", "unknown_command", "refused", "failed"].map((code) => ({ code }))),
  );
  // Garbage gets an error without a reply, since it has no id.
  expect(said("error")).toHaveLength(5);
  expect(asked[0]).toEqual([{ action: "setTheme", theme: "dark" }, host]);
});

test.each<readonly [string, Answer, readonly unknown[]]>([
  ["is done", {}, []],
  ["fails", { code: "unavailable" }, [{ code: "unavailable" }]],
])("[EMB-4c] a command that takes longer than 4.5 s is answered busy, and then %s", async (_how, ended, errors) => {
  const { link, ports, clock, slow } = openLink();
  link.receive({ origin: host, data: hello() });
  const [port] = ports;
  port?.ask(message("openOffer", { offer_id: 10_001 }, "slow"));
  const said = (wanted: string) =>
    port?.said.filter(({ action }) => action === wanted).map(({ payload }) => payload) ?? [];
  clock.pass(4499);
  await Promise.resolve();
  expect(said("reply")).toEqual([]);
  clock.pass(1);
  await expect.poll(() => said("reply")).toEqual([{ replyTo: "slow", error: { code: "busy" } }]);
  slow.resolve(ended);
  port?.ask(message("setTheme", { theme: "dark" }, "next"));
  await expect.poll(() => said("reply").length).toBe(2);
  expect(said("error")).toEqual(errors);
});

test("[EMB-4c] a storm of commands runs 50 at a time, refuses the rest, and then accepts others", async () => {
  const { link, ports, asked, slow } = openLink();
  link.receive({ origin: host, data: hello() });
  for (let i = 0; i < 1000; i += 1) ports[0]?.ask(message("openOffer", { offer_id: 10_001 }, `${i}`));
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  await settled();
  expect(asked).toHaveLength(50);
  const said = () => ports[0]?.said.filter(({ action }) => action === "reply") ?? [];
  expect(said()).toHaveLength(950);
  expect(said()[0]?.payload).toEqual({ replyTo: "50", error: { code: "too_many" } });
  slow.resolve({});
  await settled();
  ports[0]?.ask(message("requestState", {}, "later"));
  await settled();
  expect(said().at(-1)?.payload).toMatchObject({ replyTo: "later", ok: true });
});
