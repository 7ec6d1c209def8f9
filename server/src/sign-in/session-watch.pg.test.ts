import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Clock, isoTime, systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import type { SecurityLines } from "../kernel/security-log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople, type Person } from "../testing/people.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { until } from "../testing/server-process.ts";
import { tokenIdleMsMax } from "./rules.ts";
import { SessionWatch } from "./session-watch.pg.ts";
import { createSignInStore, findSessionRoles } from "./store.pg.ts";
import { hashToken, makeToken, sessionOf } from "./token.ts";

const { database, pool, newClient } = await createTestDatabase();
const { ana, radu, mia, vlad, mihai } = await addPeople({ database });
const accounts = createAccountStore(pool);
const tokens = createSignInStore(pool, "off");

const listeners =
  "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(listen|select pg_listening)'";
const endListeners = () => pool.query(`select pg_terminate_backend(pid) from ${listeners}`);
const sessionOfPerson = ({ token }: Person): string => sessionOf(hashToken(token));

async function startWatch(people: readonly Person[] = [], clock: Clock = systemClock, connectBy = newClient) {
  const open = new Set(people.map(sessionOfPerson));
  const done: unknown[] = [];
  const noted: unknown[] = [];
  const forgotten: unknown[] = [];
  const changed: number[] = [];
  const state = { isAway: false };
  const security: Pick<SecurityLines, "noteStored"> = { noteStored: (event, fact) => void noted.push([event, fact]) };
  const away = (): pg.Client => new pg.Client({ host: "127.0.0.1", port: 1 });
  const watch = new SessionWatch({
    newClient: () => (state.isAway ? away() : connectBy()),
    pool,
    cache: {
      forgetSession: (session) => void forgotten.push(session),
      forgetPerson: (id) => void forgotten.push(id),
    },
    realtime: {
      sessions: () => open,
      hasUser: () => true,
      closeSession: (session) => void (open.delete(session), done.push(session)),
      closeUser: (_app, id, code) => void done.push(code === undefined ? Number(id) : [Number(id), code]),
    },
    appId: "1",
    security,
    settingsChanged: (id) => void changed.push(id),
    clock,
    log: silentLog,
  });
  onTestFinished(() => watch.close());
  await watch.start();
  return { watch, open, done, noted, forgotten, changed, state };
}

const isDone = (done: readonly unknown[], what: unknown) => until(() => (done.includes(what) ? true : undefined));
const isListening = (watch: SessionWatch) => until(() => watch.generation ?? undefined);
const isLost = (watch: SessionWatch) => until(() => (watch.generation === null ? true : undefined));

/** Starts a proxy to the database that can forget its connections, as happens when an address moves: writes then fail, and reads wait. */
async function startRelay() {
  const forgotten = new WeakSet<Socket>();
  const known = new Set<Socket>();
  const { host, port } = newClient();
  const relay = createServer((socket) => {
    known.add(socket);
    const server = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    server.on("data", (bytes) => !forgotten.has(socket) && socket.write(bytes));
    socket.on("data", (bytes) => (forgotten.has(socket) ? socket.resetAndDestroy() : server.write(bytes)));
    for (const end of [socket, server]) end.on("error", () => undefined).on("close", () => server.destroy());
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => void relay.close());
  return {
    newClient: () => Object.assign(newClient(), { host: "127.0.0.1", port: (relay.address() as AddressInfo).port }),
    forget: () => known.forEach((socket) => forgotten.add(socket)),
  };
}

describe("notifications", () => {
  test("[LIVE-8][AUTH-7] every process closes the sockets of people who were disabled or got a new password, and no others", async () => {
    const watches = [await startWatch(), await startWatch()];
    expect(await accounts.changePassword("nimeni", "x")).toBe(false);
    await accounts.changePassword("ANA", "x");
    await accounts.disable("radu");
    for (const { done, forgotten } of watches) {
      await isDone(done, radu.id);
      // ERP-2a: a new password ends sessions one by one, since programs' tokens remain valid.
      expect([done, forgotten]).toEqual([
        [sessionOfPerson(ana), radu.id],
        [sessionOfPerson(ana), radu.id],
      ]);
    }
  });

  test("[SEC-6] every process logs accounts that the operator added, changed or disabled, and nothing else", async () => {
    const watches = [await startWatch(), await startWatch()];
    const account = { username: "dana", name: "Dana Pop", kind: "erp", role: "Operator", passwordHash: "x" } as const;
    const danaId = (await accounts.add(account)) ?? 0;
    const id = String(danaId);
    expect(await accounts.add(account)).toBeNull();
    await accounts.changePassword("dana", "y");
    await accounts.changeRole("DANA", "Admin");
    await pool.query("select pg_notify('account_changed', 'said dana'), pg_notify('account_changed', 'added x y')");
    await pool.query("select pg_notify('account_changed', 'said 7')");
    await accounts.disableAll([danaId]);
    for (const { noted, done } of watches) {
      await until(() => noted[3]);
      // PERM-1: after a change of role, sockets reconnect.
      expect(done).toEqual([[danaId, 4200], danaId]);
      expect(noted).toEqual(
        ["added", "password-changed", "role-changed", "disabled"].map((change) => [
          `account.${change}`,
          { who: null, what: id, from: null },
        ]),
      );
    }
  });

  test("[AUTH-8] every process learns of changed own settings at the commit, and of none that are rolled back", async () => {
    const watches = [await startWatch(), await startWatch()];
    const change = "update participants set version = version + 1 where id = any($1::bigint[])";
    const client = newClient();
    await client.connect();
    await client.query("begin");
    await client.query(change, [[mia.id]]);
    await client.query("rollback");
    await client.query("update participants set name = 'Vlad D.', version = version where id = $1", [vlad.id]);
    await client.query("begin");
    await client.query(change, [[ana.id, radu.id]]);
    expect(watches.map(({ changed }) => changed)).toEqual([[], []]);
    await client.query("commit");
    await client.end();
    for (const { changed, done } of watches) {
      await until(() => changed[1]);
      expect(changed.toSorted((a, b) => a - b)).toEqual([ana.id, radu.id]);
      // A change of settings must not end any session.
      expect(done).toEqual([]);
    }
  });

  test("[AUTH-7] every process learns which session logged out, and nothing of one that had already ended", async () => {
    const { done, forgotten } = await startWatch();
    await tokens.removeToken(hashToken("unknown"));
    await tokens.removeToken(hashToken(vlad.token));
    await isDone(done, sessionOfPerson(vlad));
    expect([done, forgotten]).toEqual([[sessionOfPerson(vlad)], [sessionOfPerson(vlad)]]);
  });
});

describe("the connection", () => {
  test("[AUTH-7] its generation shows that it was lost, and that the next one is another", async () => {
    const { watch } = await startWatch();
    const first = watch.generation;
    expect(first).not.toBeNull();
    await endListeners();
    await isLost(watch);
    expect(await isListening(watch)).not.toBe(first);
  });

  test("[AUTH-4] a connection that the database forgot without closing it is replaced within a second", async () => {
    const clock = new FakeClock();
    const relay = await startRelay();
    const hash = hashToken(makeToken());
    await pool.query("insert into tokens values ($1, $2, now(), now())", [hash, mia.id]);
    const { watch, open, done } = await startWatch([], clock, relay.newClient);
    open.add(sessionOf(hash));
    const first = watch.generation;
    relay.forget();
    await tokens.removeToken(hash);
    clock.advance(1000);
    await isLost(watch);
    clock.advance(500);
    await isDone(done, sessionOf(hash));
    expect(await isListening(watch)).not.toBe(first);
  });

  test("[LIVE-8] closing leaves no connection and no timer", async () => {
    const clock = new FakeClock();
    const { watch } = await startWatch([], clock);
    const count = async () => (await pool.query(`select from ${listeners}`)).rowCount;
    expect([await count(), clock.timerCount]).toEqual([1, 2]);
    await watch.close();
    await until(async () => ((await count()) === 0 ? true : undefined));
    expect([watch.generation, clock.timerCount]).toEqual([null, 0]);
  });
});

describe("lost notifications", () => {
  const disable = (id: number) =>
    database
      .updateTable("participants")
      .set({ disabled_at: isoTime(0) })
      .where("id", "=", id)
      .execute();
  const enable = (id: number) =>
    database.updateTable("participants").set({ disabled_at: null }).where("id", "=", id).execute();

  test("[AUTH-6] while the database is down every socket stays; people disabled during that time are disconnected afterwards", async () => {
    const { watch, open, done, state } = await startWatch([mia, mihai]);
    state.isAway = true;
    await endListeners();
    await isLost(watch);
    await disable(mia.id);
    expect(open.size).toBe(2);
    state.isAway = false;
    await isDone(done, sessionOfPerson(mia));
    expect([...open]).toEqual([sessionOfPerson(mihai)]);
    await enable(mia.id);
  });

  test("[AUTH-6] a session without its token is closed within 8 s, others stay", async () => {
    const clock = new FakeClock();
    const { open, done } = await startWatch([mia, mihai], clock);
    open.add(sessionOf(hashToken(makeToken())));
    clock.advance(7999);
    expect([open.size, done.length]).toEqual([3, 0]);
    clock.advance(1);
    await until(() => done[0]);
    expect([...open]).toEqual([mia, mihai].map(sessionOfPerson));
  });

  test("[PERM-1c] people whose roles changed since their sockets were admitted reconnect, once", async () => {
    const clock = new FakeClock();
    const { watch, done } = await startWatch([mia, mihai], clock);
    const admit = (...names: string[]) =>
      watch.rememberRoles([{ participantId: mia.id, roles: names.map((name) => ({ name })) }]);
    const [first] = (await findSessionRoles(pool, [sessionOfPerson(mia)], 0)).values();
    const roles = first?.roles.map(({ name }) => name) ?? [];
    admit(...roles);
    admit(...roles.toReversed());
    expect(done).toEqual([]);
    await database.insertInto("participant_roles").values({ participant_id: mia.id, role: "Admin" }).execute();
    clock.advance(8000);
    await until(() => done[0]);
    admit("Admin", ...roles);
    await disable(mihai.id);
    clock.advance(8000);
    await isDone(done, sessionOfPerson(mihai));
    expect(done).toEqual([[mia.id, 4200], sessionOfPerson(mihai)]);
  });
});

test("[AUTH-6] valid sessions are those with a known, unexpired token of an enabled account", async () => {
  const now = systemClock.now();
  const lastUsedAt = now - tokenIdleMsMax + 1000;
  await database
    .updateTable("tokens")
    .set({ last_used_at: isoTime(lastUsedAt) })
    .where("participant_id", "=", mia.id)
    .execute();
  await database.updateTable("participants").set({ disabled_at: null }).where("id", "=", radu.id).execute();
  const sessions = [mia, mihai, { ...radu, token: makeToken() }].map(sessionOfPerson);
  const goodAt = async (at: number) => [...(await findSessionRoles(pool, sessions, at)).keys()];
  expect(await goodAt(now + 999)).toEqual([sessionOfPerson(mia)]);
  expect(await goodAt(now + 1000)).toEqual([]);
});
