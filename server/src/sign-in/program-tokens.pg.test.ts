import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { findSessionRoles, createSignInStore } from "./store.pg.ts";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { password, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createProgramTokenStore } from "./program-tokens.pg.ts";
import { tokenIdleMsMax, tokensPerPersonMax } from "./rules.ts";
import { hashToken, makeToken, sessionOf } from "./token.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { radu, vlad } = people;
const tokens = createProgramTokenStore(pool);
const accounts = createAccountStore(pool);

async function addToken(person: Person): Promise<Person> {
  const token = makeToken();
  await tokens.add({ hash: hashToken(token), username: person.username, program: "ERP" });
  return { ...person, token };
}
const statusOf = async (person: Person) => (await call(person, "GET", "/api/v1/me")).status;
const findToken = async (person: Person) => {
  const id = (await pool.query<{ id: number }>("select id from tokens where hash = $1", [hashToken(person.token)]))
    .rows[0]?.id;
  return (await tokens.list()).find((token) => token.id === id);
};

let program: Person;
beforeEach(async () => {
  program = await addToken(radu);
});

test("[ERP-2] a token is listed with account, name, and times of creation and last use, never with its secret", async () => {
  expect(await findToken(program)).toEqual({
    id: expect.any(Number),
    username: "radu",
    program: "ERP",
    created_at: expect.stringMatching(/^\d{4}-.*Z$/u),
    last_used_at: null,
  });
  expect(await statusOf(program)).toBe(200);
  await vi.waitFor(async () => expect((await findToken(program))?.last_used_at).toMatch(/^\d{4}-.*Z$/u), patient);
  expect(JSON.stringify(await tokens.list())).not.toContain(program.token);
  expect(await tokens.add({ hash: hashToken("x"), username: "nimeni", program: "ERP" })).toBeNull();
});

test("[ERP-2a] a token, used or not, is valid after years without use, for calls, channels and sockets", async () => {
  const unused = await addToken(radu);
  await statusOf(program);
  await pool.query(
    "update tokens set last_used_at = '2020-01-01' where last_used_at is not null and program is not null",
  );
  await pool.query("update tokens set created_at = '2020-01-01' where program is not null");
  const sessions = [program, unused].map(({ token }) => sessionOf(hashToken(token)));
  const now = systemClock.now() + tokenIdleMsMax;
  expect([...(await findSessionRoles(pool, sessions, now)).keys()].toSorted()).toEqual(sessions.toSorted());
  const { owners } = await createAccessStore(pool).findAccess({ sessions, memberships: [] }, now);
  expect([...owners.keys()].toSorted()).toEqual(sessions.toSorted());
  expect([await statusOf(program), await statusOf(unused)]).toEqual([200, 200]);
});

test("[ERP-2a] sign-ins neither evict nor count a token", async () => {
  const store = createSignInStore(pool, "off");
  const found = await store.findAccount("radu");
  if (found === null) throw new Error("no account");
  const signIn = async (token: string): Promise<Person> => {
    await store.addToken(hashToken(token), { ...found, userAgent: null }, systemClock.now());
    return { ...radu, token };
  };
  const first = await signIn(makeToken());
  for (let more = 1; more < tokensPerPersonMax; more += 1) await signIn(makeToken());
  expect([await statusOf(first), await statusOf(program)]).toEqual([200, 200]);
  await pool.query("update tokens set last_used_at = '2020-01-01' where hash = $1", [hashToken(program.token)]);
  await signIn(makeToken());
  expect(await statusOf(program)).toBe(200);
});

test("[ERP-2a] a changed password, by its owner or by command, ends people's sessions but no program's token", async () => {
  const { token } = (await call(null, "POST", "/api/v1/erp/login", { username: "radu", password })).body;
  const [session, other] = [{ ...radu, token }, await addToken(vlad)];
  const change = { current: password, password: "o parolă nouă" };
  expect((await call(session, "POST", "/api/v1/me/password", change)).status).toBe(200);
  expect([await statusOf(session), await statusOf(radu), await statusOf(program)]).toEqual([200, 401, 200]);
  expect(await accounts.changePassword("radu", "x")).toBe(true);
  expect([await statusOf(session), await statusOf(program), await statusOf(other)]).toEqual([401, 200, 200]);
  expect(await accounts.changePassword("nimeni", "x")).toBe(false);
});

test("[ERP-2a] disabling an account ends its tokens, and it gets no new ones", async () => {
  const other = await addToken(vlad);
  expect(await accounts.disable("radu")).toBe(true);
  expect([await statusOf(program), await statusOf(other), await findToken(program)]).toEqual([401, 200, undefined]);
  expect(await tokens.add({ hash: hashToken("x"), username: "radu", program: "ERP" })).toBeNull();
  await pool.query("update participants set disabled_at = null where username = 'radu'");
});

test("[ERP-2a] a program is not a device: it is not listed, and cannot be signed out as one", async () => {
  const id = (await findToken(program))?.id;
  const { body } = await call(program, "GET", "/api/v1/me/devices");
  expect(
    body.devices.filter((device: { id: number; is_current: boolean }) => device.id === id || device.is_current),
  ).toEqual([]);
  expect((await call(program, "DELETE", `/api/v1/me/devices/${id}`)).status).toBe(404);
  expect(await statusOf(program)).toBe(200);
});

test("[ERP-2d] a revoked token is refused, even if revoked twice, and people's sessions cannot be revoked this way", async () => {
  const { rows } = await pool.query<{ id: number }>("select id from tokens where hash = $1", [hashToken(vlad.token)]);
  expect([await tokens.revoke(rows[0]?.id ?? 0), await statusOf(vlad)]).toEqual([false, 200]);
  const id = (await findToken(program))?.id ?? 0;
  expect([await tokens.revoke(id), await tokens.revoke(id), await statusOf(program)]).toEqual([true, true, 401]);
});
