import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { clockAt } from "../testing/clock-at.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { SessionWatch } from "./session-watch.pg.ts";
import { createSignInStore } from "./store.pg.ts";
import { hashToken } from "./token.ts";

// The clock stands still, so that only revocations end cached sessions.
const api = await startTestApi({}, { listenerGeneration: () => watch.generation, clock: clockAt(() => 0) });
const { people, call, pool, sessions, newClient } = api;
const watch = new SessionWatch({
  newClient,
  pool,
  cache: sessions,
  realtime: { sessions: () => [], hasUser: () => false, closeSession: () => undefined, closeUser: () => undefined },
  appId: "1",
  clock: systemClock,
  log: silentLog,
  security: { noteStored: () => undefined },
  settingsChanged: () => undefined,
});
afterAll(() => watch.close());
await watch.start();
const me = async (person: (typeof people)["ana"]) => (await call(person, "GET", "/api/v1/me")).status;
const isRefused = (person: (typeof people)["ana"]) =>
  until(async () => ((await me(person)) === 401 ? true : undefined));

describe("a cached token that ends", () => {
  test("[AUTH-7] is refused right after logging out", async () => {
    expect(await me(people.ana)).toBe(200);
    expect((await call(people.ana, "POST", "/api/v1/logout")).status).toBe(200);
    expect(await me(people.ana)).toBe(401);
  });

  test("[AUTH-7] is refused when another process logged it out", async () => {
    expect(await me(people.mia)).toBe(200);
    await createSignInStore(pool, "off").removeToken(hashToken(people.mia.token));
    expect(await isRefused(people.mia)).toBe(true);
  });

  test("[AUTH-7] is refused when the operator disabled the person or set a new password", async () => {
    expect([await me(people.radu), await me(people.vlad)]).toEqual([200, 200]);
    await createAccountStore(pool).disable("radu");
    await createAccountStore(pool).changePassword("vlad", "x");
    expect([await isRefused(people.radu), await isRefused(people.vlad)]).toEqual([true, true]);
  });

  test("[AUTH-7] is refused at once while no revocations arrive", async () => {
    expect(await me(people.mihai)).toBe(200);
    await watch.close();
    await pool.query("delete from tokens where hash = $1", [hashToken(people.mihai.token)]);
    expect(await me(people.mihai)).toBe(401);
  });
});
