import { expect, test } from "vitest";
import { Check } from "typebox/value";
import { MeUpdated } from "@cuplaj/protocol/events.ts";
import { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import { silentLog } from "../kernel/log.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import { clockAt } from "../testing/clock-at.ts";
import { startTestApi } from "../testing/test-api.ts";
import { announceSettings } from "./announce-settings.ts";
import { createNameStore } from "./store.pg.ts";

// The clock stands still, so that only announcements evict cached people.
const { people, call, pool, sessions } = await startTestApi(
  {},
  { listenerGeneration: () => 1, clock: clockAt(() => 0) },
);
const { ana, radu } = people;
const store = createSignInStore(pool, "off");

const versions = async (): Promise<readonly unknown[]> => {
  const me = await call(ana, "GET", "/api/v1/me");
  const sync = await call(ana, "POST", "/api/v1/sync", { cursors: {} });
  expect(Check(SyncAnswer, sync.body)).toBe(true);
  return [me.body.user.version, sync.body.user_version];
};
const change = (id: number) => pool.query("update participants set version = version + 1 where id = $1", [id]);

function start(findUser = (id: number) => store.findUser(id)) {
  const broadcasts: unknown[] = [];
  const warned: unknown[] = [];
  const parts = {
    store: { findUser },
    sessions,
    live: {
      isConnected: (id: number) => id === ana.id,
      broadcastHere: (...all: unknown[]) => void broadcasts.push(all),
    },
    log: { ...silentLog, warn: (...all: unknown[]) => void warned.push(all) },
  };
  return { broadcasts, warned, announce: (id: number) => announceSettings(parts, id) };
}

test("[AUTH-8] `me` and `sync` return the settings' version, and both show an announced change at once", async () => {
  expect(await versions()).toEqual([0, 0]);
  await change(ana.id);
  const { broadcasts, announce } = start();
  await announce(ana.id);
  expect(await versions()).toEqual([1, 1]);
  const { user } = (await call(ana, "GET", "/api/v1/me")).body;
  expect(Check(MeUpdated, { user })).toBe(true);
  expect(broadcasts).toEqual([["MeUpdated", [`private-user.${ana.id}`], { user }]]);
});

test("[AUTH-8] a person without a socket here gets no broadcast and leaves no stale copy", async () => {
  const { broadcasts, announce } = start();
  const versionOf = async () => (await call(radu, "GET", "/api/v1/me")).body.user.version;
  expect(await versionOf()).toBe(0);
  await change(radu.id);
  expect(await versionOf()).toBe(0);
  await announce(radu.id);
  expect([await versionOf(), broadcasts]).toEqual([1, []]);
});

test("[AUTH-8] while the database is down a change is not broadcast, the log reports that, and nothing breaks", async () => {
  const { broadcasts, warned, announce } = start(() => Promise.reject(new Error("away")));
  await announce(ana.id);
  expect([broadcasts, warned.length]).toEqual([[], 1]);
});

test("[AUTH-8] a person disabled since gets no broadcast", async () => {
  const { broadcasts, announce } = start(() => Promise.resolve(null));
  await announce(ana.id);
  expect(broadcasts).toEqual([]);
});

test("[AUTH-8] versions are read for many people at once, without unknown ids", async () => {
  const found = await createNameStore(pool).findVersions([ana.id, radu.id, 999_999]);
  expect(found).toEqual(
    new Map([
      [ana.id, 1],
      [radu.id, 1],
    ]),
  );
});
