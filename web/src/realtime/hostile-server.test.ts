import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { established, startHostileServer, succeeded } from "../testing/hostile-server.ts";
import { openLivePage, presence } from "../testing/live-page.ts";
import type { WebSocket } from "ws";

const own = "private-user.1";
const heads = { event: "RoomHeads", channel: own, data: { epoch: "one", heads: [] } };

async function startPage(onSocket: (socket: WebSocket) => void = () => undefined) {
  const clock = createFakeClock();
  const server = await startHostileServer(onSocket);
  const page = openLivePage({ port: server.port, clock });
  vi.spyOn(console, "warn").mockReturnValue();
  page.live.connect(1);
  page.live.watch([presence]);
  await page.until(() => server.sockets.length === 1);
  return { ...page, server, clock };
}

async function startListeningPage() {
  const page = await startPage((socket) => socket.send(JSON.stringify(established)));
  await page.until(() => page.batches.length > 0);
  page.server.send(succeeded(own), succeeded(presence));
  await page.until(() => page.happened("presence/here") === 1);
  return page;
}

/** Waits until all earlier frames have been handled, and expects that valid ones are still accepted. */
async function taken({ server, until, happened }: Awaited<ReturnType<typeof startListeningPage>>): Promise<void> {
  const before = happened("sync/heads-received");
  server.send(heads);
  await until(() => happened("sync/heads-received") === before + 1);
}

const garbage: readonly unknown[] = [
  "",
  "null",
  "[]",
  "{",
  '"text"',
  "[".repeat(100_000),
  Buffer.from([0, 1, 2]),
  Buffer.from(JSON.stringify(heads)),
  `{"event":"RoomHeads","channel":"${own}","data":"${"x".repeat(5_000_000)}"}`,
  {},
  { event: 7, channel: own },
  { event: {}, channel: [], data: null },
  { event: "RoomHeads", channel: "private-user.2", data: {} },
  { event: "RoomHeads", data: {} },
  { event: "__proto__", channel: "__proto__", data: '{"__proto__":1}' },
  { event: "pusher:error", data: '{"code":4301,"message":"no"}' },
  { event: "pusher:error", data: "garbage" },
  { event: "pusher:whatever", channel: presence, data: 1 },
  { event: "pusher_internal:member_added", channel: presence, data: "garbage" },
  { event: "pusher_internal:member_added", channel: presence, data: { user_id: {}, user_info: { id: "2" } } },
  { event: "pusher_internal:member_removed", channel: presence, data: null },
  { event: "pusher_internal:member_removed", channel: own, data: { user_id: "9" } },
  { event: "client-typing", channel: presence, data: {}, user_id: { toString: 1 } },
  { event: "client-other", channel: presence, data: {} },
  succeeded(presence, { presence: { ids: "x", hash: [null, 1, { id: 2 }] } }),
  succeeded("presence-oferta.999"),
  established,
];

test("[CONN-7] invalid frames are dropped one by one, and the next valid one is accepted", async () => {
  const page = await startListeningPage();
  for (const frame of garbage) page.server.send(frame);
  await taken(page);
  expect(page.happened("connection/lost")).toBe(0);
  expect(page.events.filter(({ type }) => /joining|leaving|typing/.test(type))).toEqual([]);
  expect(page.server.sockets).toHaveLength(1);
});

test("[CONN-7] after any frames in any order the page accepts the next valid one", async () => {
  const page = await startListeningPage();
  const text = fc.oneof(fc.constantFrom(own, presence, "", "presence-oferta.9"), fc.string());
  const event = fc.oneof(
    fc.constantFrom("ChatMessage", "MessagesRead", "RoomUpdated", "RoomHeads", "client-typing", "pusher:pong"),
    fc.constantFrom("pusher_internal:subscription_succeeded", "pusher_internal:member_added", "pusher:ping"),
    fc.string(),
  );
  const frame = fc.record(
    { event, channel: text, data: fc.jsonValue(), user_id: fc.jsonValue() },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 20 }), async (frames) => {
      page.server.send(...frames);
      await taken(page);
    }),
  );
  expect(page.happened("connection/lost")).toBe(0);
  expect(page.running()).toBeLessThan(5);
});

test("[CONN-7] frames before the connection is established do not count, nor does establishing it twice", async () => {
  const page = await startPage();
  page.server.send(succeeded(own), heads, { event: "pusher:connection_established", data: "{}" });
  page.server.send({ ...established, data: { socket_id: 7 } }, { event: "pusher:ping", data: {} }, established);
  await page.until(() => page.batches.length === 1);
  expect(page.happened("connection/connected")).toBe(1);
  expect(page.happened("connection/listening") + page.happened("sync/heads-received")).toBe(0);
});

test("[CONN-7] a subscription confirmed repeatedly counts once; the page catches up once in 2 s", async () => {
  const page = await startListeningPage();
  const before = page.happened("sync/asked");
  for (let n = 0; n < 1000; n += 1) page.server.send(succeeded(own), succeeded(presence));
  await taken(page);
  expect(page.happened("connection/listening")).toBe(1);
  expect(page.happened("sync/asked")).toBe(before + 1);
});

test("[SYNC-9] unknown events make the page catch up at once, and then at most once in 2 s", async () => {
  const page = await startListeningPage();
  const before = page.happened("sync/asked");
  for (let n = 0; n < 3000; n += 1)
    page.server.send({ event: `Unknown${n}`, channel: n % 2 ? own : presence, data: {} });
  await taken(page);
  expect(page.happened("sync/asked")).toBe(before + 1);
  page.clock.pass(1999);
  expect(page.happened("sync/asked")).toBe(before + 1);
  page.clock.pass(1);
  expect(page.happened("sync/asked")).toBe(before + 2);
  page.clock.pass(20_000);
  expect(page.happened("sync/asked")).toBe(before + 2);
});

test("[CONN-7] a flood of members and pings does not accumulate: a thousand people, one pong per ping", async () => {
  const page = await startListeningPage();
  let pongs = 0;
  page.server.sockets[0]!.on("message", (frame: Buffer) => (pongs += frame.includes("pusher:pong") ? 1 : 0));
  for (let id = 1; id <= 3000; id += 1) {
    const user_info = { id, name: "Om", customer: true, erp: false, agent: false };
    const data = { user_id: String(id), user_info };
    page.server.send({ event: "pusher_internal:member_added", channel: presence, data }, { event: "pusher:ping" });
  }
  await taken(page);
  expect(page.happened("presence/joining")).toBe(1000);
  await page.until(() => pongs === 3000);
  expect(page.running()).toBeLessThan(5);
});

test.each([1000, 1011, 3000, 4000, 4001, 4009, 4100, 4200, 4301, 4999])(
  "[CONN-7] a page closed with %d, however often, tries again, and never at once",
  async (code) => {
    const page = await startPage((socket) => {
      socket.send(JSON.stringify(established));
      socket.close(code);
    });
    for (let n = 1; n < 4; n += 1) {
      await page.until(() => page.happened("connection/lost") === n);
      page.clock.pass(499);
      expect(page.server.sockets).toHaveLength(n);
      page.clock.pass(1001);
      await page.until(() => page.server.sockets.length === n + 1);
    }
    expect(page.happened("connection/connected")).toBeGreaterThanOrEqual(3);
  },
);

test("[CONN-7] frames after the end of a connection are dropped", async () => {
  const page = await startListeningPage();
  page.clock.pass(27_000);
  expect(page.happened("connection/lost")).toBe(1);
  page.clock.pass(500);
  await page.until(() => page.server.sockets.length === 2);
  page.server.sockets[0]!.send(JSON.stringify(heads));
  page.server.sockets[0]!.close(4009);
  await page.until(() => page.happened("connection/connected") === 2);
  expect(page.happened("sync/heads-received")).toBe(0);
  expect(page.called).not.toContain("me");
});

test("[CONN-7] a server that accepts and stays silent is given up after 10 s for a new attempt", async () => {
  let isMute = true;
  const page = await startPage((socket) => void (isMute || socket.send(JSON.stringify(established))));
  page.clock.pass(9999);
  expect(page.running()).toBe(1);
  isMute = false;
  page.clock.pass(1501);
  await page.until(() => page.happened("connection/connected") === 1);
  expect(page.happened("connection/lost")).toBe(0);
});

test("[CONN-7] a server that never confirms the person's own channel is given up after 10 s, even if it replies to pings", async () => {
  let subscribed = 0;
  const page = await startPage((socket) => {
    socket.send(JSON.stringify(established));
    socket.on("message", (frame: Buffer) => {
      if (frame.includes("pusher:ping")) socket.send('{"event":"pusher:pong"}');
      if (frame.includes("pusher:subscribe")) subscribed += 1;
    });
  });
  await page.until(() => subscribed === 2);
  page.clock.pass(10_000);
  expect(page.happened("connection/lost")).toBe(1);
  page.clock.pass(500);
  await page.until(() => page.happened("connection/connected") === 2);
});
