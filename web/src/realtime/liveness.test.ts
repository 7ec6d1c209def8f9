import { expect, test, vi } from "vitest";
import type { Clock } from "../platform/clock.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { connectedPage, failure, presence, startLivePage } from "../testing/live-page.ts";
import { probeWhenSlow } from "./realtime-part.ts";

async function startPage() {
  const fake = createFakeClock();
  const waits: number[] = [];
  const later: Clock["later"] = (delayMs, run) => {
    waits.push(delayMs);
    return fake.later(delayMs, run);
  };
  const clock = { ...fake, later };
  const page = await connectedPage(undefined, 0.5, clock);
  const socket = () => page.server.sockets.at(-1)!;
  const pings = () => socket().received.filter(({ event }) => event === "pusher:ping").length;
  /** Waits until all earlier frames have been handled, since frames stay in order. */
  async function settle(): Promise<void> {
    const before = page.happened("sync/heads-received");
    socket().send("RoomHeads", { epoch: "one", heads: [] }, "private-user.1");
    await page.until(() => page.happened("sync/heads-received") === before + 1);
  }
  return { ...page, clock, waits, socket, pings, settle };
}

type Page = Awaited<ReturnType<typeof startPage>>;

const probes: readonly (readonly [string, (page: Page) => void])[] = [
  [
    "a send that is unanswered for 2 s",
    ({ live, clock }) => {
      probeWhenSlow(clock, live.probe)("publishMessage");
      clock.pass(2000);
    },
  ],
  ["the browser's offline", ({ goOffline }) => goOffline()],
  ["25 s without a frame", ({ clock }) => clock.pass(25_000)],
  ["a look at the window", ({ nudge }) => nudge()],
];

test.each(probes)("[CONN-4a] %s starts a probe: a responding connection stays untouched", async (_name, probe) => {
  const page = await startPage();
  const before = page.events.length;
  probe(page);
  await page.until(() => page.pings() === 1);
  await page.settle();
  page.clock.pass(24_999);
  expect(page.pings()).toBe(1);
  expect(page.events.slice(before).map(({ type }) => type)).toEqual(["sync/heads-received"]);
  expect(page.server.sockets).toHaveLength(1);
});

test.each(probes)(
  "[CONN-4][CONN-4a][CONN-2] after %s and no response for 2 s the connection is lost, the banner is due, and a new attempt follows within a random half second",
  async (_name, probe) => {
    const page = await startPage();
    page.socket().fallSilent();
    const before = page.events.length;
    probe(page);
    page.clock.pass(1999);
    expect(page.events).toHaveLength(before);
    page.clock.pass(1);
    expect(page.events.slice(before)).toEqual([{ type: "connection/lost" }, { type: "connection/away-long" }]);
    // All pages notice at the same moment that a stalled server is dead, so each waits for a random part of half a second; here, for half of it.
    expect(page.waits.at(-1)).toBe(250);
    page.clock.pass(250);
    await page.until(() => page.happened("connection/listening") === 2);
    expect(page.server.sockets).toHaveLength(2);
  },
);

test("[CONN-4] several slow sends share one probe; answered ones, and other calls, cause none", async () => {
  const page = await startPage();
  page.socket().fallSilent();
  const onCall = probeWhenSlow(page.clock, page.live.probe);
  onCall("publishMessage")();
  onCall("sync");
  page.clock.pass(3000);
  expect(page.running()).toBe(1);
  onCall("publishMessage");
  page.clock.pass(1000);
  onCall("publishMessage");
  page.clock.pass(2999);
  expect(page.happened("connection/lost")).toBe(0);
  page.clock.pass(1);
  expect(page.happened("connection/lost")).toBe(1);
  expect(page.pings()).toBeLessThan(2);
});

test("[CONN-4] a frozen page allows for a response queued behind its timer", async () => {
  const clock = createFakeClock();
  let stoodMs = 0;
  const page = await connectedPage(undefined, 0.5, { ...clock, now: () => clock.now() + stoodMs });
  page.server.sockets[0]!.fallSilent();
  page.nudge();
  stoodMs = 60_000;
  clock.pass(2000);
  expect(page.happened("connection/lost")).toBe(0);
  clock.pass(2000);
  expect(page.happened("connection/lost")).toBe(1);
});

test("[CONN-4] without an open connection a probe changes nothing, and signing out leaves none", async () => {
  const page = await startPage();
  await page.server.stop();
  await page.until(() => page.happened("connection/lost") === 1);
  page.live.probe();
  page.goOffline();
  expect([page.running(), page.happened("connection/away-long")]).toEqual([1, 0]);
  page.live.disconnect();
  page.live.probe();
  page.goOffline();
  expect(page.running()).toBe(0);
});

test("[CONN-6] a refusal of the person's own channel is reported, and the channel is requested with the next connection", async () => {
  const page = await startLivePage(() => failure("forbidden"));
  page.live.connect(1);
  await page.until(() => page.happened("connection/refused") === 1);
  page.answerWith(() => ({ ok: true, value: { channels: { "private-user.1": { auth: "a:b" } } } }));
  page.server.refused.add("private-user.1");
  page.server.sockets[0]!.close(4200);
  await page.until(() => page.happened("connection/refused") === 2);
  page.live.watch([presence]);
  page.server.refused.clear();
  page.server.sockets[1]!.close(4200);
  await page.until(() => page.happened("connection/listening") === 1);
  expect(page.events.filter(({ type }) => type === "connection/channel-refused")).toEqual([
    { type: "connection/channel-refused", channel: presence },
  ]);
});

test("[WEB-1] the live connection stores nothing on the device", async () => {
  const touched = vi.fn<() => never>();
  vi.stubGlobal("localStorage", new Proxy({}, { get: touched, set: touched, has: touched }));
  await connectedPage();
  vi.unstubAllGlobals();
  expect(touched).not.toHaveBeenCalled();
});

test("[CONN-4a] without a network, a connection that closes or is closed counts as down at once", async () => {
  const page = await connectedPage();
  page.loseNetwork();
  page.server.sockets[0]!.close(4200);
  await page.until(() => page.happened("connection/lost") === 1);
  expect(page.happened("connection/away-long")).toBe(1);
  page.loseNetwork();
  expect(page.happened("connection/away-long")).toBe(2);
});
