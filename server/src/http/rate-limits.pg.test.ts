import { describe, expect, test } from "vitest";
import { defaultSignInLimits } from "../sign-in/rules.ts";
import { startTestApi } from "../testing/test-api.ts";
import { defaultCallLimits } from "./rate-limiter.ts";

let passedMs = 0;
const start = 1_790_000_000_000;
const api = await startTestApi({
  now: () => start + passedMs,
  limits: { calls: defaultCallLimits, signIn: defaultSignInLimits },
});
const { people, call, database } = api;
const { ana, radu, mihai } = people;
await database.updateTable("tokens").set({ last_used_at: "2026-09-21T00:00:00Z" }).execute();
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });

/** The statuses of this many calls one after the other. */
async function statuses(count: number, once: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await once()).status);
  return seen;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe("limits of calls", () => {
  test("[LIM-1] 20 messages at once, then 5 a second; another person is not slowed", async () => {
    const publish = () => call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" });
    expect(await statuses(21, publish)).toEqual([...times(20, 201), 429]);
    const { body, headers } = await publish();
    expect([body.code, headers["retry-after"]]).toEqual(["too_many_requests", "1"]);
    expect((await call(radu, "POST", `/api/v1/publish/${room}`, { message: "salut" })).status).toBe(201);
    passedMs += 1000;
    expect(await statuses(6, publish)).toEqual([...times(5, 201), 429]);
    passedMs += 199;
    expect((await publish()).status).toBe(429);
    passedMs += 1;
    expect((await publish()).status).toBe(201);
    expect((await call(ana, "GET", `/api/v1/chat/${room}/1`)).body.data.total).toBe(27);
  });

  test("[LIM-1] 10 joins a minute", async () => {
    const join = () => call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_005 });
    expect(await statuses(11, join)).toEqual([...times(10, 200), 429]);
    expect((await join()).headers["retry-after"]).toBe("6");
    passedMs += 6000;
    expect(await statuses(2, join)).toEqual([200, 429]);
  });

  test("[LIM-1] 100 channel authorizations at once, then 20 a second, single and batch together", async () => {
    const single = () =>
      call(ana, "POST", "/api/broadcasting/auth", { socket_id: "1.2", channel_name: "presence-oferta.10001" });
    const batch = () =>
      call(ana, "POST", "/api/broadcasting/auth/batch", { socket_id: "1.2", channel_names: ["presence-oferta.10001"] });
    expect(await statuses(99, single)).toEqual(times(99, 200));
    expect(await statuses(2, batch)).toEqual([200, 429]);
    passedMs += 1000;
    expect(await statuses(21, single)).toEqual([...times(20, 200), 429]);
  });

  test("[ERR-2] a call over its limit without a token is 401 all the same", async () => {
    expect((await call(null, "POST", `/api/v1/publish/${room}`, { message: "salut" })).status).toBe(401);
  });
});
