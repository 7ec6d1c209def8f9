import { describe, expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { password } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createSignInStore } from "./store.pg.ts";
import { hashToken } from "./token.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const api = await startTestApi({ limits: usualLimits });
const { people, call } = api;

const main = "/api/v1/login";
const erp = "/api/v1/erp/login";
const enter = (realm: string, username: string, secret = password, headers = {}) =>
  call(null, "POST", realm, { username, password: secret }, headers);
const alike = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, request_id: "" } });
const minute = 60_000;

describe("signing in", () => {
  test.each([
    [main, "ana", "customer"],
    [main, "mia", "agent"],
    [erp, "radu", "erp"],
  ])("[AUTH-1] %s lets %s in", async (realm, username, type) => {
    const { status, body } = await enter(realm, username);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ username, type, users_silenced: [], locale: "ro" });
    expect(body.user.roles[0].permissions).toContain("rooms.view");
    expect(Object.keys(body)).toEqual(["token", "user"]);
  });

  test("[AUTH-1] usernames ignore case", async () => {
    expect((await enter(main, "AnA")).status).toBe(200);
  });

  test("[AUTH-1] the wrong realm responds exactly like a wrong password and an unknown user", async () => {
    const wrongPassword = await enter(main, "ana", "alta");
    const expected = {
      status: 422,
      body: { message: "Utilizatorul sau parola nu sunt corecte.", code: "invalid_credentials", request_id: "" },
    };
    expect(alike(wrongPassword)).toEqual(expected);
    expect(alike(await enter(erp, "ana"))).toEqual(expected);
    expect(alike(await enter(erp, "mia"))).toEqual(expected);
    expect(alike(await enter(main, "radu"))).toEqual(expected);
    expect(alike(await enter(main, "nimeni"))).toEqual(expected);
    expect(alike(await enter(main, "a\0na"))).toEqual(expected);
    api.pass(minute);
  });

  test("[ERR-1] a failure is described in the language of the request", async () => {
    const { body } = await enter(main, "nimeni", "x", { "content-language": "en" });
    expect(body.message).toBe("The username or password is not correct.");
    api.pass(minute);
  });

  test("[AUTH-1] a disabled account counts as unknown, and its token is invalid", async () => {
    const { token } = (await enter(main, "mia")).body;
    await api.database
      .updateTable("participants")
      .set({ disabled_at: "2026-01-01T00:00:00Z" })
      .where("id", "=", people.mia.id)
      .execute();
    expect((await enter(main, "mia")).body.code).toBe("invalid_credentials");
    expect((await call({ ...people.mia, token }, "GET", "/api/v1/me")).status).toBe(401);
    await api.database.updateTable("participants").set({ disabled_at: null }).where("id", "=", people.mia.id).execute();
    api.pass(minute);
  });

  test("[AUTH-1] fields besides name and password change nothing", async () => {
    const { body } = await call(null, "POST", main, {
      username: "ana",
      password,
      erp: true,
      type: "erp",
      roles: ["Admin"],
    });
    expect(body.user).toMatchObject({ type: "customer", roles: [{ name: "Customer" }] });
  });
});

describe("tokens", () => {
  test("[AUTH-2] a token is 256 random bits, and only its hash is in the database", async () => {
    const tokens = [(await enter(main, "ana")).body.token, (await enter(main, "ana")).body.token];
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/u);
    expect(new Set(tokens).size).toBe(2);
    const rows = await api.database
      .selectFrom("tokens")
      .selectAll()
      .where("participant_id", "=", people.ana.id)
      .execute();
    expect(rows.map(({ hash }) => hash.toString("hex"))).toContain(hashToken(tokens[0]).toString("hex"));
    expect(JSON.stringify(rows)).not.toContain(tokens[0]);
  });

  test("[AUTH-2] a token expires 30 days after its last use, not after sign-in", async () => {
    const day = 24 * 3600 * 1000;
    const { token } = (await enter(main, "mihai")).body;
    const mihai = { ...people.mihai, token };
    const readUse = () =>
      api.database
        .selectFrom("tokens")
        .select("last_used_at")
        .where("hash", "=", hashToken(token))
        .executeTakeFirstOrThrow();
    for (let use = 0; use < 2; use += 1) {
      const before = await readUse();
      api.pass(29 * day);
      expect((await call(mihai, "GET", "/api/v1/me")).status).toBe(200);
      // Calls do not wait until the use of their token has been written.
      await expect.poll(readUse).not.toEqual(before);
    }
    api.pass(30 * day);
    const { status, body } = await call(mihai, "GET", "/api/v1/me");
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
    await enter(main, "mihai");
    const stored = await api.database
      .selectFrom("tokens")
      .selectAll()
      .where("participant_id", "=", people.mihai.id)
      .execute();
    expect(stored).toHaveLength(1);
  });

  test("[AUTH-2] a person has at most 100 sessions; the least recently used is evicted", async () => {
    const { token: first } = (await enter(main, "vlad")).body;
    await api.database
      .insertInto("tokens")
      .values(
        Array.from({ length: 99 }, (_, index) => ({
          hash: hashToken(`device ${index}`),
          participant_id: people.vlad.id,
          created_at: "2030-01-01T00:00:00Z",
          last_used_at: "2030-01-01T00:00:00Z",
        })),
      )
      .execute();
    const { token: newest } = (await enter(main, "vlad")).body;
    expect((await call({ ...people.vlad, token: first }, "GET", "/api/v1/me")).status).toBe(401);
    expect((await call({ ...people.vlad, token: newest }, "GET", "/api/v1/me")).status).toBe(200);
    const { rows } = await api.pool.query("select count(*) as total from tokens where participant_id = $1", [
      people.vlad.id,
    ]);
    expect(rows[0].total).toBe(100);
  });

  test.each([
    ["nothing", undefined],
    ["an empty header", ""],
    ["a scheme alone", "Bearer "],
    ["the text undefined", "Bearer undefined"],
    ["a password", `Basic ${Buffer.from("ana:demo").toString("base64")}`],
    ["an unknown token", `Bearer ${"A".repeat(43)}`],
    ["a long token", `Bearer ${"A".repeat(8000)}`],
    ["SQL", "Bearer ' or 1=1 --'"],
  ])("[ERR-2] %s is not a valid token: 401", async (_name, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = await call(null, "GET", "/api/v1/me", undefined, headers);
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("logging out", () => {
  test("[AUTH-4] ends the token, closes its sockets, and leaves other devices signed in", async () => {
    const [phone, desk] = [(await enter(main, "ana")).body.token, (await enter(main, "ana")).body.token];
    const { status, body } = await call({ ...people.ana, token: phone }, "POST", "/api/v1/logout");
    expect([status, body]).toEqual([200, { logged_out: true }]);
    expect(api.closedSessions).toEqual([hashToken(phone).toString("hex")]);
    expect((await call({ ...people.ana, token: phone }, "GET", "/api/v1/me")).status).toBe(401);
    expect((await call({ ...people.ana, token: phone }, "POST", "/api/v1/logout")).status).toBe(401);
    expect((await call({ ...people.ana, token: desk }, "GET", "/api/v1/me")).status).toBe(200);
  });

  test("[AUTH-4d] a session's hash alone ends that session, and the response is the same if there is none", async () => {
    const [phone, desk] = [(await enter(main, "ana")).body.token, (await enter(main, "ana")).body.token];
    const session = hashToken(phone).toString("hex");
    const ended = await call(null, "POST", "/api/v1/logout", { session });
    expect([ended.status, ended.body]).toEqual([200, { logged_out: true }]);
    expect(api.closedSessions.at(-1)).toBe(session);
    expect((await call({ ...people.ana, token: phone }, "GET", "/api/v1/me")).status).toBe(401);
    expect((await call({ ...people.ana, token: desk }, "GET", "/api/v1/me")).status).toBe(200);
    const again = await call(null, "POST", "/api/v1/logout", { session });
    expect([again.status, again.body]).toEqual([ended.status, ended.body]);
    expect(api.noted.filter(({ event }) => event === "session.ended")).toHaveLength(2);
  });

  test("[AUTH-4d] a session's hash grants no access: every call refuses it as a bearer token", async () => {
    const { token } = (await enter(main, "ana")).body;
    const authorization = `Bearer ${hashToken(token).toString("hex")}`;
    for (const { access, method, path } of Object.values<Endpoint>(endpoints)) {
      if (access === "public") continue;
      const { status } = await call(null, method, path.replaceAll(/:\w+/g, "1"), undefined, { authorization });
      expect([path, status]).toEqual([path, 401]);
    }
    expect((await call({ ...people.ana, token }, "GET", "/api/v1/me")).status).toBe(200);
  });

  test("[AUTH-4d] next to a bearer token the hash is ignored; without one it must be valid, and counts by address", async () => {
    const [phone, desk] = [(await enter(main, "ana")).body.token, (await enter(main, "ana")).body.token];
    const session = hashToken(desk).toString("hex");
    const unknown = { authorization: `Bearer ${"A".repeat(43)}` };
    expect((await call(null, "POST", "/api/v1/logout", { session }, unknown)).status).toBe(401);
    expect((await call({ ...people.ana, token: phone }, "POST", "/api/v1/logout", { session })).status).toBe(200);
    expect((await call({ ...people.ana, token: desk }, "GET", "/api/v1/me")).status).toBe(200);
    expect((await call(null, "POST", "/api/v1/logout", {})).status).toBe(401);
    for (const wrong of [desk, session.toUpperCase(), `${session}0`, 1])
      expect((await call(null, "POST", "/api/v1/logout", { session: wrong })).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => call(null, "POST", "/api/v1/logout", { session: "0".repeat(64) })),
    );
    expect(answers).toContainEqual(expect.objectContaining({ status: 429 }));
  });
});

describe("me and settings", () => {
  test("[AUTH-5] me is the signed-in person, with roles and permissions", async () => {
    const { token } = (await enter(erp, "admin")).body;
    const { status, body } = await call({ ...people.admin, token }, "GET", "/api/v1/me");
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      id: people.admin.id,
      name: "Admin",
      username: "admin",
      type: "erp",
      roles: [{ name: "Admin" }],
    });
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  test("[RUN-9b] the settings for the page need no sign-in and hold nothing secret", async () => {
    const { status, body, headers } = await call(null, "GET", "/api/v1/settings");
    expect(status).toBe(200);
    // The contract names what is public.
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(PublicSettings.properties).toSorted());
    expect(headers["cache-control"]).toBe("no-store");
  });
});

test("[AUTH-7] a sign-in during a change of password or while the account is being disabled ends without a session", async () => {
  const store = createSignInStore(api.pool, "off");
  const accounts = createAccountStore(api.pool);
  const found = await store.findAccount("vlad");
  if (found === null) throw new Error("vlad has no account");
  const account = { ...found, userAgent: null };
  await accounts.changePassword("vlad", `${account.passwordHash}x`);
  expect(await store.addToken(hashToken("late"), account, nowMs())).toBeNull();
  const changed = { ...account, passwordHash: `${account.passwordHash}x` };
  expect(await store.addToken(hashToken("good"), changed, nowMs())).not.toBeNull();
  await accounts.disable("vlad");
  expect(await store.addToken(hashToken("later"), changed, nowMs())).toBeNull();
  const { rows } = await api.pool.query("select from tokens where participant_id = $1", [account.user.id]);
  expect(rows).toEqual([]);
});
