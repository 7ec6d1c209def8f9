import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { clockAt } from "../testing/clock-at.ts";
import { hostOrigin, makeHostToken, testHostSignIn } from "../testing/host-tokens.ts";
import { password } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { forgetHostTokens } from "./forget-host-tokens.ts";
import { createHostTokenStore } from "./store.pg.ts";

const api = await startTestApi({ limits: usualLimits });
const { call, pool, people } = api;
const path = "/api/v1/embed/login";
const minute = 60_000;
/** How far the API's clock is ahead of the system's, in ms. */
let passed = 0;
const pass = (ms: number): void => {
  passed += ms;
  api.pass(ms);
};
const token = (claims: object = {}): string => {
  const iat = Math.floor((systemClock.now() + passed) / 1000);
  return makeHostToken({ iat, exp: iat + 60, ...claims });
};
const enter = (given: string, more: object = {}) => call(null, "POST", path, { token: given, ...more });
const problem = ({ status, body }: Awaited<ReturnType<typeof enter>>) => [status, body.code, body.details?.problem];
const refusedFor = (reason: string) => [422, "embed_token_refused", reason];

describe("a host's token", () => {
  test.each([
    ["ana", "customer"],
    ["mia", "agent"],
    ["radu", "erp"],
    ["RADU", "erp"],
  ])("[EMB-2] signs %s in, of any kind, like a password does", async (sub, type) => {
    const { status, body, headers } = await enter(token({ sub }), { origin: hostOrigin });
    expect([status, Object.keys(body), body.user.type]).toEqual([200, ["token", "user"], type]);
    expect(headers["cache-control"]).toBe("no-store");
    const me = await call({ ...people.ana, token: body.token }, "GET", "/api/v1/me");
    expect([me.status, me.body.user.username]).toEqual([200, sub.toLowerCase()]);
    expect(api.noted).toContainEqual(expect.objectContaining({ event: "sign-in.succeeded", what: "embed" }));
  });

  test("[EMB-2] additional claims change nothing about the person", async () => {
    const { body } = await enter(token({ roles: ["Admin"], type: "erp", erp: true }));
    expect(body.user).toMatchObject({ username: "ana", type: "customer", roles: [{ name: "Customer" }] });
  });

  test.each([
    ["EMB-2b", "alg none", () => makeHostToken({}, { alg: "none" }), "signature"],
    ["EMB-2d", "another audience", () => token({ aud: "https://other.example.ro" }), "audience"],
    ["EMB-2d", "another origin", () => token({ origin: "https://evil.example.ro" }), "origin"],
    ["EMB-2e", "a long life", () => token({ exp: Math.floor((systemClock.now() + passed) / 1000) + 600 }), "lifetime"],
    ["EMB-2e", "a time to come", () => token({ iat: 9e9, exp: 9e9 + 60 }), "future"],
    ["EMB-2e", "an end that is past", () => token({ iat: 1_700_000_000, exp: 1_700_000_060 }), "expired"],
    ["EMB-2l", "an unknown person", () => token({ sub: "nimeni" }), "person"],
    ["EMB-2l", "a person that no text can name", () => token({ sub: "a\0na" }), "person"],
  ])("[%s] with %s it is refused", async (_rule, _what, made, reason) => {
    expect(problem(await enter(made()))).toEqual(refusedFor(reason));
    pass(minute);
  });

  test("[EMB-2d] refuses a page with another page's token", async () => {
    expect(problem(await enter(token(), { origin: "https://north.shops.example.ro" }))).toEqual(refusedFor("origin"));
    pass(minute);
  });

  test("[EMB-2l] an empty or huge token is 422 on its field", async () => {
    for (const body of [{}, { token: "" }, { token: 7 }, { token: "a".repeat(4097) }, { token: ["a"] }]) {
      const { status, body: answer } = await call(null, "POST", path, body);
      expect([status, answer.code, Object.keys(answer.errors)]).toEqual([422, "invalid", ["token"]]);
    }
    expect((await call(null, "POST", path, { token: "a".repeat(20_000) })).status).toBe(413);
  });

  test("[EMB-2l] a refusal states in the caller's language what to do", async () => {
    const { body } = await call(null, "POST", path, { token: "x" }, { "content-language": "en" });
    expect(body.message).toBe("The page could not sign you in. Load the page again or sign in here.");
    pass(minute);
  });
});

describe("using it", () => {
  test("[EMB-2] a token works once, even if used concurrently or in another process", async () => {
    const once = token();
    const others = Array.from({ length: 4 }, () => enter(once));
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await createHostTokenStore(pool).use("elsewhere", systemClock.now())).toBe(true);
    expect(problem(await enter(token({ jti: "elsewhere" })))).toEqual(refusedFor("used"));
    pass(minute);
    const jti = randomUUID();
    expect((await enter(token({ jti, sub: "mia" }))).status).toBe(200);
    expect(problem(await enter(token({ jti, sub: "ana" })))).toEqual(refusedFor("used"));
    pass(minute);
  });

  test("[EMB-2] a token of an unknown person is used up too", async () => {
    const jti = randomUUID();
    expect(problem(await enter(token({ jti, sub: "nimeni" })))).toEqual(refusedFor("person"));
    expect(problem(await enter(token({ jti })))).toEqual(refusedFor("used"));
    pass(minute);
  });

  test("[EMB-2] used tokens are forgotten an hour after they expire", async () => {
    const store = createHostTokenStore(pool);
    const at = systemClock.now() + passed;
    await store.use("long ago", at - 61 * minute);
    await store.use("lately", at - 59 * minute);
    const removed = Promise.withResolvers<void>();
    const forgetting = forgetHostTokens({
      store: { removeEnded: async (before) => removed.resolve(await store.removeEnded(before)) },
      clock: clockAt(() => at),
      log: silentLog,
    });
    await removed.promise;
    await forgetting.stop();
    expect([await store.use("long ago", at), await store.use("lately", at)]).toEqual([true, false]);
  });

  test("[EMB-2l] a disabled person is refused exactly like an unknown one, and their old sessions remain invalid", async () => {
    const accounts = createAccountStore(pool);
    await accounts.disable("vlad");
    const alike = ({ status, body }: Awaited<ReturnType<typeof enter>>) => ({ status, ...body, request_id: "" });
    expect(alike(await enter(token({ sub: "vlad" })))).toEqual(alike(await enter(token({ sub: "nimeni" }))));
    pass(minute);
  });
});

describe("too many of them", () => {
  test("[EMB-2j] the sixth unsigned token of an address within a minute is 429, without affecting people's sign-ins", async () => {
    for (let failure = 1; failure <= 5; failure += 1) expect((await enter(`a.b.${"c".repeat(43)}`)).status).toBe(422);
    const { status, headers } = await enter(makeHostToken({}, { alg: "none" }));
    expect([status, Number(headers["retry-after"]) > 50]).toEqual([429, true]);
    expect((await enter(token())).status).toBe(200);
    expect((await call(null, "POST", "/api/v1/login", { username: "ana", password })).status).toBe(200);
    pass(minute);
  });

  test("[EMB-2j] a person's refused tokens count like wrong passwords", async () => {
    const wrong = { username: "ana", password: "alta" };
    for (let failure = 1; failure <= 3; failure += 1) await call(null, "POST", "/api/v1/login", wrong);
    for (let failure = 1; failure <= 2; failure += 1) expect((await enter(token({ aud: "x" }))).status).toBe(422);
    expect([(await enter(token())).status, (await call(null, "POST", "/api/v1/login", wrong)).status]).toEqual([
      429, 429,
    ]);
    expect((await enter(token({ sub: "mia" }))).status).toBe(200);
    pass(minute);
  });

  test("[SEC-12a] security events name the problem and the person, and nothing of the token", async () => {
    const given = token({ sub: "nimeni" });
    await enter(given);
    const noted = JSON.stringify(api.noted);
    expect(api.noted).toContainEqual(expect.objectContaining({ event: "sign-in.failed", what: "embed person" }));
    for (const part of given.split(".")) expect(noted).not.toContain(part);
    expect(noted).not.toContain("nimeni");
  });
});

describe("an installation without a secret", async () => {
  const other = await startTestApi({ hostSignIn: { ...testHostSignIn, secret: null } });
  test("[EMB-2] refuses every token, even one signed with an empty secret", async () => {
    for (const given of [makeHostToken(), makeHostToken({}, { alg: "HS256" }, "")]) {
      const { status, body } = await other.call(null, "POST", path, { token: given });
      expect([status, body.details]).toEqual([422, { problem: "off" }]);
    }
  });
});
