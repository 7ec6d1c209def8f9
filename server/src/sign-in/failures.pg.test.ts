import { describe, expect, test } from "vitest";
import { password } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const api = await startTestApi({ limits: usualLimits });
const { call } = api;

const main = "/api/v1/login";
const erp = "/api/v1/erp/login";
const enter = (realm: string, username: string, secret = password, headers = {}) =>
  call(null, "POST", realm, { username, password: secret }, headers);
const minute = 60_000;

describe("too many failures", () => {
  test("[AUTH-3] the sixth try, after five failures, is 429 even with the right password, and succeeds a minute later", async () => {
    for (let failure = 1; failure <= 5; failure += 1) expect((await enter(erp, "radu", "alta")).status).toBe(422);
    const { status, body, headers } = await enter(erp, "radu");
    expect([status, body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(50);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    api.pass(minute);
    expect((await enter(erp, "radu")).status).toBe(200);
  });

  test("[AUTH-1] an unknown user counts like a known one", async () => {
    for (let failure = 1; failure <= 5; failure += 1) await enter(main, "nimeni");
    expect((await enter(main, "NIMENI")).status).toBe(429);
    api.pass(minute);
  });

  test("[AUTH-3] all spellings of a name share one allowance, for known and unknown accounts", async () => {
    await api.pool.query(
      "insert into participants (kind, name, username, password_hash) values ('customer', 'Odos', 'ΟΔΟΣ', 'x')",
    );
    for (const [capitals, small] of [
      ["ΟΔΟΣ", "οδοσ"],
      ["ΝΕΟΣ", "νεοσ"],
    ] as const) {
      for (let failure = 1; failure <= 5; failure += 1) expect((await enter(main, capitals, "alta")).status).toBe(422);
      expect((await enter(main, small, "alta")).status).toBe(429);
    }
    api.pass(minute);
  });

  test("[AUTH-3] concurrent guesses count one by one", async () => {
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => enter(main, "mihai", "alta")))).map(
      (answer) => answer.status,
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    api.pass(minute);
  });

  test("[AUTH-3] others, and the same person at another address, are not locked out", async () => {
    for (let failure = 1; failure <= 5; failure += 1) await enter(main, "ana", "alta");
    expect((await enter(main, "ana")).status).toBe(429);
    expect((await enter(main, "mihai")).status).toBe(200);
    const elsewhere = await api.app.inject({
      method: "POST",
      url: main,
      remoteAddress: "198.51.100.7",
      payload: { username: "ana", password },
    });
    expect(elsewhere.statusCode).toBe(200);
    const spoofed = await enter(main, "ana", password, { "x-forwarded-for": "198.51.100.8" });
    expect(spoofed.status).toBe(429);
    api.pass(minute);
  });

  test("[AUTH-3] successful sign-ins do not count", async () => {
    for (let success = 1; success <= 8; success += 1) expect((await enter(main, "ana")).status).toBe(200);
  });
});
