import { describe, expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { password } from "../testing/people.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const clock = new FakeClock();
const api = await startTestApi({
  limits: usualLimits,
  clock: {
    ...clockAt(() => clock.now()),
    setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
    clearTimeout: (timer) => clock.clearTimeout(timer),
  },
});
const { people, noted, call } = api;
const minute = 60_000;

const main = "/api/v1/login";
const erp = "/api/v1/erp/login";
const enter = async (remoteAddress: string, username: string, secret = password, url = main) => {
  const payload = { username, password: secret };
  const answer = await api.app.inject({ method: "POST", url, remoteAddress, payload });
  return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], body: answer.json() };
};
const newlyNoted = () => noted.splice(0);

describe("security events of signing in", () => {
  test("[SEC-6] successful and failed sign-ins and log-outs are logged with account, realm and address", async () => {
    newlyNoted();
    const { body } = await enter("192.0.2.1", "Ana");
    await enter("192.0.2.1", "radu", password, erp);
    await enter("2001:db8:1:2:3::4", "ana", "secret-guess");
    await enter("192.0.2.1", "radu", password, main);
    await enter("192.0.2.1", "nobody-there", "secret-guess", erp);
    await call({ ...people.ana, token: body.token }, "POST", "/api/v1/logout");
    const noted = newlyNoted();
    expect(noted).toEqual([
      { event: "sign-in.succeeded", who: people.ana.id, what: "main", from: "192.0.2.1" },
      { event: "sign-in.succeeded", who: people.radu.id, what: "erp", from: "192.0.2.1" },
      { event: "sign-in.failed", who: people.ana.id, what: "main", from: "2001:db8:1:2::/64", by: "nobody" },
      { event: "sign-in.failed", who: people.radu.id, what: "main", from: "192.0.2.1", by: "nobody" },
      { event: "sign-in.failed", who: null, what: "erp", from: "192.0.2.1", by: "nobody" },
      { event: "session.ended", who: people.ana.id, what: "logout", from: "127.0.0.1" },
    ]);
    clock.advance(minute);
  });

  test("[SEC-6] an exceeded limit is logged by its name, with account and address", async () => {
    for (let failure = 1; failure <= 5; failure += 1) await enter("192.0.2.9", "ana", "x");
    newlyNoted();
    expect((await enter("192.0.2.9", "ana")).status).toBe(429);
    expect(newlyNoted()).toEqual([{ event: "limit.met", who: null, what: "sign-in-failures", from: "192.0.2.9" }]);
    clock.advance(minute);
  });
});

describe("sign-in under attack", () => {
  test("[SEC-3b] one address guesses thirty names a minute, however its IPv6 addresses change; others are unaffected", async () => {
    for (let n = 1; n <= 30; n += 1) expect((await enter(`2001:db8:1:2::${n}`, `name${n}`, "x")).status).toBe(422);
    clock.advance(10_000);
    newlyNoted();
    expect(await enter("2001:db8:1:2:ffff::1", "ana")).toMatchObject({
      status: 429,
      retryAfter: "50",
      body: { code: "too_many_requests" },
    });
    const from = "2001:db8:1:2::/64";
    expect(newlyNoted()).toEqual([{ event: "limit.met", who: null, what: "sign-in-failures-of-address", from }]);
    expect((await enter("2001:db8:1:3::1", "ana")).status).toBe(200);
    clock.advance(50_000);
    expect((await enter("2001:db8:1:2::1", "ana")).status).toBe(200);
  });

  test("[SEC-3a] of concurrent tries from one address five are checked, the others are 429, and another address can sign in", async () => {
    const statuses: number[] = [];
    const settled = async (attempt: ReturnType<typeof enter>) => void statuses.push((await attempt).status);
    const crowd = Array.from({ length: 25 }, (_, n) => settled(enter("192.0.2.1", `name${n}`, "x")));
    expect((await enter("192.0.2.2", "ana")).status).toBe(200);
    // Ten refusals per address are sent immediately, the others after a second plus 2 ms each (SEC-4).
    await expect.poll(() => statuses.length).toBe(15);
    clock.advance(1100);
    await Promise.all(crowd);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    clock.advance(minute);
  });

  test.each(["ana", "nobody"])(
    "[SEC-3e] a name guessed from many addresses (%s) is slowed down but not locked",
    async (name) => {
      for (let n = 1; n <= 30; n += 1) expect((await enter(`192.0.2.${n}`, name, "x")).status).toBe(422);
      const settled: number[] = [];
      const tries = [101, 102, 103].map(async (n) => {
        const { status } = await enter(`192.0.2.${n}`, name, n === 102 ? password : "x");
        settled.push(status);
      });
      await expect.poll(() => settled).toEqual([422]);
      expect((await enter("192.0.2.104", "mihai")).status).toBe(200);
      clock.advance(1000);
      await expect.poll(() => settled).toEqual([422, 422]);
      await endOfTick();
      clock.advance(1000);
      await Promise.all(tries);
      expect(settled.at(-1)).toBe(name === "ana" ? 200 : 422);
      clock.advance(minute);
    },
  );
});
