import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { SharedCounts } from "../kernel/shared-counts.ts";
import { clockAt } from "./clock-at.ts";
import { startTestApi } from "./test-api.ts";
import { usualLimits } from "./usual-limits.ts";

const startMs = 1_790_000_000_000;
// With this clock, refusals that would be delayed by a second are sent immediately.
const hasty = (now: () => number) => ({
  ...clockAt(now),
  setTimeout: (run: () => void) => systemClock.setTimeout(run, 0),
});

/** Starts an API with the default limits and its own clock; the caller decides where calls are counted. */
export async function startLimitedApi(startCounts: (now: () => number) => Promise<SharedCounts | null>) {
  let passedMs = 0;
  const now = (): number => startMs + passedMs;
  const sharedCounts = await startCounts(now);
  const api = await startTestApi({ clock: hasty(now), limits: usualLimits, sharedCounts });
  const { people, call, database } = api;
  await database.updateTable("tokens").set({ last_used_at: "2026-09-21T00:00:00Z" }).execute();
  const room: number = (await call(people.ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
  await call(people.radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  const pass = (ms: number): void => void (passedMs += ms);
  return { ...api, room, pass, isShared: sharedCounts !== null };
}

type LimitedApi = Awaited<ReturnType<typeof startLimitedApi>>;

async function statuses(count: number, once: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await once()).status);
  return seen;
}
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

function callsOf(app: LimitedApi["app"]) {
  const from = (address: string, url: string, token?: string) =>
    app.inject({
      url,
      remoteAddress: address,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const answersFrom = async (count: number, address: string, url: string, token?: string) =>
    await statuses(count, async () => ({ status: (await from(address, url, token)).statusCode }));
  return { from, answersFrom };
}

/** Tests the limits of calls, which are the same wherever calls are counted (LIM-2). */
export function testLimitsOfCalls({ people, call, noted, room, pass }: LimitedApi): void {
  const { ana, radu, mihai, mia } = people;

  test("[LIM-1a] 20 messages at once, then 5 a second; another person is not slowed down", async () => {
    const publish = () => call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" });
    expect(await statuses(21, publish)).toEqual([...times(20, 201), 429]);
    const { body, headers } = await publish();
    expect([body.code, headers["retry-after"]]).toEqual(["too_many_requests", "1"]);
    expect((await call(radu, "POST", `/api/v1/publish/${room}`, { message: "salut" })).status).toBe(201);
    pass(1000);
    expect(await statuses(6, publish)).toEqual([...times(5, 201), 429]);
    pass(199);
    expect((await publish()).status).toBe(429);
    pass(1);
    expect((await publish()).status).toBe(201);
    expect((await call(ana, "GET", `/api/v1/chat/${room}/1`)).body.data.total).toBe(27);
  });

  test("[LIM-1a] 10 acts on messages at once, then 5 a second, including hand-overs", async () => {
    const { message } = (await call(radu, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body;
    const like = () => call(radu, "POST", `/api/v1/chat/${room}/action/${message.id}/2/erp`);
    const handOver = () => call(radu, "POST", `/api/v1/chat/${room}/hand-over`, { to: ana.id });
    expect(await statuses(9, like)).toEqual(times(9, 200));
    expect(await statuses(2, handOver)).toEqual([409, 429]);
    pass(1000);
    expect(await statuses(6, like)).toEqual([...times(5, 200), 429]);
  });

  test("[LIM-1a] 60 decisions on lines a minute", async () => {
    const decide = () => call(ana, "POST", "/api/v1/oferta/10001/line/987654/accept", { version: 1 });
    expect(await statuses(61, decide)).toEqual([...times(60, 404), 429]);
    pass(1000);
    expect(await statuses(2, decide)).toEqual([404, 429]);
  });

  test("[LIM-1a] 10 joins a minute", async () => {
    const join = () => call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
    expect(await statuses(11, join)).toEqual([...times(10, 200), 429]);
    expect((await join()).headers["retry-after"]).toBe("6");
    pass(6000);
    expect(await statuses(2, join)).toEqual([200, 429]);
  });

  test("[LIM-1a] 100 channel authorizations at once, then 20 a second, single and batch together", async () => {
    const single = () =>
      call(ana, "POST", "/api/broadcasting/auth", { socket_id: "1.2", channel_name: "presence-oferta.10001" });
    const batch = () =>
      call(ana, "POST", "/api/broadcasting/auth/batch", { socket_id: "1.2", channel_names: ["presence-oferta.10001"] });
    expect(await statuses(99, single)).toEqual(times(99, 200));
    expect(await statuses(2, batch)).toEqual([200, 429]);
    pass(1000);
    expect(await statuses(21, single)).toEqual([...times(20, 200), 429]);
  });

  test("[LIM-1a] 10 read marks at once, then 10 a second", async () => {
    const read = () => call(radu, "POST", `/api/v1/read/${room}`, {});
    expect(await statuses(11, read)).toEqual([...times(10, 200), 429]);
    pass(1000);
    expect(await statuses(11, read)).toEqual([...times(10, 200), 429]);
    pass(99);
    expect((await read()).status).toBe(429);
    pass(1);
    expect((await read()).status).toBe(200);
  });

  test("[LIM-1a] 20 changes of own settings a minute, all of them together", async () => {
    const changes = [
      () => call(ana, "PUT", "/api/v1/me", { locale: "ro" }),
      () => call(ana, "POST", "/api/v1/me/password", { current: "x", password: "x" }),
      () => call(ana, "DELETE", "/api/v1/me/devices/987654"),
      () => call(ana, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: false }),
      () => call(ana, "POST", `/api/v1/pin/${room}`, { pinned: false }),
      () => call(ana, "POST", `/api/v1/mute/${room}`, { muted: false }),
      () => call(ana, "POST", `/api/v1/mark-unread/${room}`, { from: null }),
    ];
    let turn = 0;
    const next = () => (changes[(turn += 1) % changes.length] ?? changes[0]!)();
    expect((await statuses(20, next)).filter((status) => status === 429)).toEqual([]);
    for (const change of changes) expect((await change()).status).toBe(429);
    expect((await next()).headers["retry-after"]).toBe("3");
    expect((await call(radu, "PUT", "/api/v1/me", { locale: "ro" })).status).toBe(200);
    pass(3000);
    expect((await statuses(2, next)).map((status) => status === 429)).toEqual([false, true]);
  });

  test("[LIM-1a] 20 catch-ups at once, then 5 a second", async () => {
    const sync = () => call(ana, "POST", "/api/v1/sync", { cursors: {} });
    expect(await statuses(21, sync)).toEqual([...times(20, 200), 429]);
    pass(1000);
    expect(await statuses(6, sync)).toEqual([...times(5, 200), 429]);
  });

  test("[LIM-1a] 100 other reads at once, then 20 a second, all of them together", async () => {
    const reads = [
      () => call(mia, "GET", "/api/v1/me"),
      () => call(mia, "GET", "/api/v1/all/1"),
      () => call(mia, "GET", "/api/v1/channels"),
      () => call(mia, "GET", `/api/v1/chat/${room}`),
      () => call(mia, "GET", `/api/v1/chat/${room}/1`),
      () => call(mia, "GET", "/api/v1/oferta/10001"),
      () => call(mia, "GET", "/api/v1/offers"),
      () => call(mia, "POST", "/api/v1/users", {}),
    ];
    let turn = 0;
    const next = () => (reads[(turn += 1) % reads.length] ?? reads[0]!)();
    expect((await statuses(100, next)).filter((status) => status === 429)).toEqual([]);
    for (const read of reads) expect((await read()).status).toBe(429);
    expect((await call(mia, "POST", "/api/v1/logout")).status).toBe(429);
    pass(1000);
    expect((await statuses(21, next)).map((status) => status === 429)).toEqual([
      ...Array.from({ length: 20 }, () => false),
      true,
    ]);
    expect((await call(mia, "POST", "/api/v1/sync", { cursors: {} })).status).toBe(200);
  });

  test("[SEC-4] a call over its limit is refused before its body is read", async () => {
    pass(4000);
    await statuses(20, () => call(ana, "POST", "/api/v1/sync", { cursors: {} }));
    expect((await call(ana, "POST", "/api/v1/sync", { cursors: "x".repeat(200_000) })).status).toBe(429);
    expect((await call(radu, "POST", "/api/v1/sync", { cursors: "x".repeat(200_000) })).status).toBe(413);
  });

  test("[SEC-6] the log reports who exceeded which limit, and from where", async () => {
    noted.length = 0;
    await call(ana, "POST", "/api/v1/sync", { cursors: {} });
    expect(noted).toEqual([{ event: "limit.met", who: ana.id, what: "sync", from: "127.0.0.1" }]);
  });
}

export function testLimitsOfAddresses({ app, people, noted, pass }: LimitedApi): void {
  const { vlad } = people;
  const { from, answersFrom } = callsOf(app);
  const invented = "invented-token-of-enough-characters";

  test("[SEC-4][LIM-1a] 100 at once from an address, then 20 a second: no token, invented ones, the settings, unknown calls", async () => {
    const here = "192.0.2.1";
    expect(await answersFrom(40, here, "/api/v1/me")).toEqual(times(40, 401));
    expect(await answersFrom(40, here, "/api/v1/me", invented)).toEqual(times(40, 401));
    expect(await answersFrom(10, here, "/api/v1/settings")).toEqual(times(10, 200));
    expect(await answersFrom(5, here, "/api/v1/nope")).toEqual(times(5, 404));
    expect(await answersFrom(5, here, "/api/v1/openapi.json")).toEqual(times(5, 200));
    for (const url of ["/api/v1/me", "/api/v1/settings", "/api/v1/nope", "/api/v1/openapi.json", "/api/docs/"]) {
      const { statusCode, headers } = await from(here, url);
      expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual([429, "1", "no-store"]);
    }
    pass(1000);
    expect(await answersFrom(21, here, "/api/v1/me", invented)).toEqual([...times(20, 401), 429]);
    expect(noted.at(-1)).toEqual({ event: "limit.met", who: null, what: "unknownCalls", from: here });
  });

  test.each(["login", "erp/login"])("[SEC-4][HTTP-1] signing in by %s counts too, with any body", async (realm) => {
    const remoteAddress = `192.0.2.${realm.length}`;
    const attempt = (payload: string) =>
      app.inject({
        method: "POST",
        url: `/api/v1/${realm}`,
        remoteAddress,
        headers: { "content-type": "application/json" },
        payload,
      });
    const answers = await statuses(101, async () => ({ status: (await attempt("{}")).statusCode }));
    expect(answers).toEqual([...times(100, 422), 429]);
    pass(1000);
    expect((await attempt(`{"x":"${"x".repeat(8192)}"}`)).statusCode).toBe(413);
  });

  test("[SEC-4] a signed-in person is not counted by address, and another address is not slowed down", async () => {
    expect(await answersFrom(90, "192.0.2.2", "/api/v1/me", vlad.token)).toEqual(times(90, 200));
    expect(await answersFrom(101, "192.0.2.2", "/api/v1/me")).toEqual([...times(100, 401), 429]);
    expect(await answersFrom(1, "192.0.2.3", "/api/v1/me")).toEqual([401]);
  });

  test("[LIM-2] an IPv6 address counts by its /64", async () => {
    expect(await answersFrom(100, "2001:db8::1", "/api/v1/me")).toEqual(times(100, 401));
    expect(await answersFrom(1, "2001:db8::2", "/api/v1/me")).toEqual([429]);
    expect(await answersFrom(1, "2001:db8:0:1::2", "/api/v1/me")).toEqual([401]);
  });

  test("[SEC-4] a neighbour with invented tokens does not slow down a person whose token was valid here recently", async () => {
    const guarded = await startTestApi({ limits: usualLimits, clock: hasty(() => startMs) });
    const { vlad: same } = guarded.people;
    expect((await guarded.call(same, "GET", "/api/v1/me")).status).toBe(200);
    for (let n = 0; n < 100; n += 1) expect((await guarded.call(null, "GET", "/api/v1/me")).status).toBe(401);
    expect((await guarded.call({ ...same, token: invented }, "GET", "/api/v1/me")).status).toBe(429);
    expect((await guarded.call(same, "GET", "/api/v1/me")).status).toBe(200);
    // This token is valid but not known here, so it is limited like those of strangers.
    expect((await guarded.call(guarded.people.ana, "GET", "/api/v1/me")).status).toBe(429);
  });
}

export function testWideLimits({ app, people, call, pass }: LimitedApi): void {
  const { admin } = people;
  const { from, answersFrom } = callsOf(app);

  test("[LIM-1a] 2,000 offers at once, then 1,000 a second", async () => {
    const write = () => call(admin, "PUT", "/api/v1/erp/offers/987654", {});
    expect(await statuses(2001, write)).toEqual([...times(2000, 422), 429]);
  });

  test("[LIM-1a] 1,000 files and pages at once from an address, then 200 a second", async () => {
    expect(await answersFrom(1001, "192.0.2.4", "/view/oferta.10001")).toEqual([...times(1000, 404), 429]);
    pass(1000);
    expect(await answersFrom(201, "192.0.2.4", "/")).toEqual([...times(200, 404), 429]);
    expect((await from("192.0.2.4", "/api/v1/settings")).statusCode).toBe(200);
  });
}
