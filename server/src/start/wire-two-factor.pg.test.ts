import { expect, test } from "vitest";
import { endOfTick, systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { until } from "../testing/server-process.ts";
import { addPending, enrol, signInAnew } from "../testing/staff-factors.ts";
import { startTestApi } from "../testing/test-api.ts";
import { endIncompleteSignIns } from "./wire-two-factor.ts";

const api = await startTestApi({ twoFactor: "staff" });
const { call, people, pool } = api;

const statusOf = async ({ token }: { readonly token: string }): Promise<number> =>
  (await call({ ...people.ana, token }, "GET", "/api/v1/me")).status;
const start = async (twoFactor: "off" | "staff", laterMs = 0) =>
  await endIncompleteSignIns({
    config: { twoFactor },
    storage: { pool },
    clock: { ...systemClock, now: () => systemClock.now() + laterMs },
    log: silentLog,
  });

test("[TFA-1d] the first start with the setting signs out staff without a second factor, later ones nobody", async () => {
  const old = await addPending(api);
  const { person } = await enrol(api);
  await start("off");
  expect(await statusOf(old)).toBe(200);
  await start("staff");
  expect(await statusOf(old)).toBe(401);
  for (const one of [person, people.ana, people.mia]) expect(await statusOf(one)).toBe(200);
  const { person: underWay } = await signInAnew(api, old);
  await start("staff", 60_000);
  expect(await statusOf(underWay)).toBe(200);
  await start("off");
  await start("staff", 60_000);
  expect(await statusOf(underWay)).toBe(401);
});

test("[TFA-1d] signing out is retried while the database refuses writes, until it succeeds", async () => {
  const old = await addPending(api);
  await start("off");
  const clock = new FakeClock();
  const database = { isReadOnly: true };
  const held = new Proxy(pool, {
    get: (target, name) => {
      if (database.isReadOnly) throw new Error("read only");
      return Reflect.get(target, name, target).bind(target);
    },
  });
  const end = await endIncompleteSignIns({
    config: { twoFactor: "staff" },
    storage: { pool: held },
    clock: {
      now: () => systemClock.now() + 1000,
      steadyMs: () => 0,
      setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
      clearTimeout: (timer) => clock.clearTimeout(timer),
    },
    log: silentLog,
  });
  clock.advance(10_000);
  await endOfTick();
  expect(await statusOf(old)).toBe(200);
  database.isReadOnly = false;
  clock.advance(10_000);
  await until(async () => ((await statusOf(old)) === 401 ? true : undefined));
  end();
});
