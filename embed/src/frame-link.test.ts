import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "./clock.ts";
import { FrameLink, type WindowMessage } from "./frame-link.ts";
import type { EmbedMessage, Envelope, HostAction } from "./messages.ts";

const origin = "https://chat.example.ro";
const envelope = (action: string, payload: object, id = "1"): Envelope => ({
  source: "cuplaj",
  version: 1,
  action,
  id,
  ts: "2026-11-26T08:00:00.000Z",
  payload,
});

function fakeClock() {
  let now = 0;
  let ids = 0;
  const timers = new Set<{ at: number; call: () => void }>();
  const clock: Clock = {
    later: (ms, call) => {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    timestamp: () => "2026-11-26T08:00:00.000Z",
    newId: () => `id ${(ids += 1)}`,
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      timers.delete(next);
      now = next.at;
      next.call();
    }
    now = until;
  };
  return { clock, pass };
}

/** The host's end of a link over real ports; the test plays the frame. */
function openLink(
  first: readonly (readonly [HostAction, object])[] = [],
  prepare: (link: FrameLink) => Promise<unknown> = async () => undefined,
) {
  const { clock, pass } = fakeClock();
  const posted: Envelope[] = [];
  const messages: EmbedMessage[] = [];
  const { port1, port2 } = new MessageChannel();
  /** Stands in for the frame's window, since windows are only compared. */
  const frame = port1;
  const link: FrameLink = new FrameLink({
    clock,
    origin,
    frame: () => frame,
    post: (message) => posted.push(message),
    onMessage: (message) => messages.push(message),
    first: () => first,
    prepare: async () => void (await prepare(link)),
  });
  onTestFinished(() => {
    link.destroy();
    port1.close();
  });
  const nonce = (): unknown => (posted.at(-1)?.payload as { nonce?: unknown } | undefined)?.nonce;
  const receive = (changes: Partial<WindowMessage>): void =>
    link.receive({ source: frame, origin, data: envelope("connection", { online: true }), ports: [], ...changes });
  const ready = (changes: Partial<WindowMessage> = {}): void =>
    receive({
      data: envelope("ready", { nonce: nonce(), version: 1, features: ["openRoom"] }),
      ports: [port2],
      ...changes,
    });
  const atFrame: Envelope[] = [];
  port1.addEventListener("message", ({ data }) => atFrame.push(data as Envelope));
  port1.start();
  return { link, pass, posted, messages, nonce, receive, ready, port: port1, atFrame };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "done",
    (error: unknown) => (error as { code?: unknown }).code,
  );

test("[EMB-4] repeats the hello at growing intervals until it is answered", () => {
  const { link, pass, posted, ready } = openLink();
  link.frameLoaded();
  expect(posted).toMatchObject([{ action: "hello", payload: { nonce: "id 1" } }]);
  pass(200);
  pass(300);
  expect(posted).toHaveLength(3);
  expect(new Set(posted.map(({ payload }) => JSON.stringify(payload))).size).toBe(1);
  ready();
  pass(60_000);
  expect(posted).toHaveLength(3);
});

test("[EMB-4] reports a frame that never answers, once", () => {
  const { link, pass, messages } = openLink();
  link.frameLoaded();
  pass(120_000);
  expect(messages).toMatchObject([{ action: "error", payload: { code: "no_answer" } }]);
});

test("[EMB-4] commands fail after 15 s without a frame, and from then on until one is ready", async () => {
  const { link, pass, ready, atFrame } = openLink();
  link.frameAwaited();
  const waiting = codeOf(link.command("openOffer", { offer_id: 10_001 }));
  pass(14_000);
  link.frameLoaded();
  pass(14_999);
  const later = codeOf(link.command("signOut", {}));
  pass(1);
  expect(await Promise.all([waiting, later])).toEqual(["no_answer", "no_answer"]);
  expect(await codeOf(link.command("signOut", {}))).toBe("no_answer");
  ready();
  void codeOf(link.command("requestState", {}));
  await expect.poll(() => atFrame.map(({ action }) => action)).toEqual(["requestState"]);
});

test("[EMB-4] reports a frame whose document never loads", () => {
  const { link, pass, messages } = openLink();
  link.frameAwaited();
  pass(120_000);
  expect(messages).toMatchObject([{ action: "error", payload: { code: "no_answer" } }]);
});

const other = new MessageChannel();
other.port1.close();
test.each<readonly [string, Partial<WindowMessage>]>([
  ["another window", { source: other.port1 }],
  ["no window", { source: null }],
  ["another origin", { origin: "https://evil.example.ro" }],
  ["an origin that begins alike", { origin: `${origin}.evil.ro` }],
  ["no origin", { origin: "null" }],
  ["no envelope", { data: { action: "connection", payload: { online: true } } }],
  ["version 2", { data: { ...envelope("connection", { online: true }), version: 2 } }],
  ["a wrong payload", { data: envelope("connection", { online: 1 }) }],
  ["a command", { data: envelope("signOut", {}) }],
])("[EMB-4a] ignores a message of %s", (_what, changes) => {
  const { link, receive, messages } = openLink();
  link.frameLoaded();
  receive(changes);
  expect(messages).toEqual([]);
  receive({});
  expect(messages).toHaveLength(1);
});

test("[EMB-4a] ignores a ready with a wrong nonce, origin or window, or without a port", async () => {
  const { link, ready, messages, atFrame, port } = openLink();
  link.frameLoaded();
  const asked = codeOf(link.command("signOut", {}));
  const spare = new MessageChannel();
  ready({ data: envelope("ready", { nonce: "another", version: 1, features: [] }), ports: [spare.port2] });
  ready({ origin: "https://evil.example.ro", ports: [spare.port2] });
  ready({ source: spare.port1, ports: [spare.port2] });
  ready({ ports: [] });
  expect(messages).toEqual([]);
  ready();
  await expect.poll(() => atFrame.map(({ action }) => action)).toEqual(["signOut"]);
  port.postMessage(envelope("reply", { replyTo: atFrame[0]?.id, ok: true }));
  expect(await asked).toBe("done");
  spare.port1.close();
});

test("[EMB-3c] takes events from the window before the handshake, and only from the port after it", async () => {
  const { link, receive, ready, messages, port } = openLink();
  link.frameLoaded();
  receive({});
  ready();
  receive({});
  port.postMessage(envelope("connection", { online: false }));
  port.postMessage(envelope("connection", { online: "no" }));
  port.postMessage(envelope("later", {}));
  port.postMessage(envelope("authRequired", {}));
  await expect
    .poll(() => messages.map(({ action }) => action))
    .toEqual(["connection", "ready", "connection", "authRequired"]);
});

test("[EMB-4h] queues early commands in order, behind the frame's settings", async () => {
  const { link, ready, atFrame } = openLink([["setTheme", { theme: "dark" }]]);
  const waiting = [
    codeOf(link.command("openOffer", { offer_id: 10_001 })),
    codeOf(link.command("prefillDraft", { text: "salut" })),
  ];
  link.frameLoaded();
  ready();
  waiting.push(codeOf(link.command("requestState", {})));
  await expect
    .poll(() => atFrame.map(({ action }) => action))
    .toEqual(["setTheme", "openOffer", "prefillDraft", "requestState"]);
  link.destroy();
  expect(await Promise.all(waiting)).toEqual(["destroyed", "destroyed", "destroyed"]);
});

test("[EMB-4h] sends the queue after the host's sign-in, each time the frame is ready", async () => {
  const said = Promise.withResolvers<void>();
  const { link, ready, atFrame, port, nonce } = openLink([["setTheme", { theme: "dark" }]], async (prepared) => {
    await said.promise;
    await codeOf(prepared.commandFirst("signIn", { token: "t" }));
  });
  link.frameLoaded();
  void codeOf(link.command("openOffer", { offer_id: 10_001 }));
  ready();
  void codeOf(link.command("prefillDraft", { text: "salut" }));
  said.resolve();
  const actions = () => atFrame.map(({ action }) => action);
  await expect.poll(actions).toEqual(["setTheme", "signIn"]);
  port.postMessage(envelope("reply", { replyTo: atFrame[1]?.id, error: { code: "refused" } }));
  await expect.poll(actions).toEqual(["setTheme", "signIn", "openOffer", "prefillDraft"]);
  link.frameLoaded();
  const again = new MessageChannel();
  again.port2.addEventListener("message", ({ data }) => atFrame.push(data as Envelope));
  again.port2.start();
  ready({ ports: [again.port1], data: envelope("ready", { nonce: nonce(), version: 1, features: [] }) });
  await expect.poll(() => actions().slice(4)).toEqual(["setTheme", "signIn"]);
  again.port2.close();
});

test("[EMB-4h] sends nothing to a frame that reloads before the host's sign-in", async () => {
  const said = Promise.withResolvers<void>();
  const { link, ready, atFrame } = openLink([], () => said.promise);
  link.frameLoaded();
  const waiting = codeOf(link.command("signOut", {}));
  ready();
  link.frameLoaded();
  said.resolve();
  expect(await codeOf(link.commandFirst("signIn", { token: "t" }))).toBe("reloaded");
  link.destroy();
  expect([await waiting, atFrame]).toEqual(["destroyed", []]);
});

test("[EMB-4c] a command resolves with its reply, rejects with its code, or times out after 5 s", async () => {
  const { link, ready, pass, atFrame, port } = openLink();
  link.frameLoaded();
  ready();
  const state = link.command("requestState", {});
  const refused = codeOf(link.command("openRoom", { room_id: 12 }));
  const silent = codeOf(link.command("signOut", {}));
  await expect.poll(() => atFrame).toHaveLength(3);
  const [first, second] = atFrame;
  port.postMessage(envelope("reply", { replyTo: "nobody", ok: true }));
  port.postMessage(envelope("reply", { replyTo: second?.id, error: { code: "not_found" } }));
  port.postMessage(envelope("reply", { replyTo: first?.id, ok: true, state: { signed_in: true } }));
  expect(await state).toEqual({ signed_in: true });
  expect(await refused).toBe("not_found");
  pass(4999);
  pass(1);
  expect(await silent).toBe("timeout");
});

test("[EMB-4d] greets a reloaded frame again, and fails commands sent before", async () => {
  const { link, ready, posted, nonce, atFrame } = openLink();
  link.frameLoaded();
  ready();
  const before = nonce();
  const lost = codeOf(link.command("signOut", {}));
  await expect.poll(() => atFrame).toHaveLength(1);
  link.frameLoaded();
  expect(await lost).toBe("reloaded");
  expect(posted.at(-1)).toMatchObject({ action: "hello" });
  expect(nonce()).not.toBe(before);
});

test("[EMB-4d] receives and sends nothing once destroyed", async () => {
  const { link, receive, ready, pass, posted, messages } = openLink();
  link.frameLoaded();
  link.destroy();
  receive({});
  ready();
  pass(60_000);
  expect([messages, posted.length]).toEqual([[], 1]);
  expect(await codeOf(link.command("signOut", {}))).toBe("destroyed");
});
