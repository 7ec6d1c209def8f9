import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { until } from "../testing/server-process.ts";
import { createEndedSignIns } from "./ended-sign-ins.pg.ts";
import { createSignInStore } from "./store.pg.ts";
import { hashToken, sessionOf } from "./token.ts";

const { database, pool, newClient } = await createTestDatabase();
const { ana, radu, mia, vlad } = await addPeople({ database });
const accounts = createAccountStore(pool);

/** Connections that wait for what they hear. */
const listeners =
  "pg_stat_activity where datname = current_database() and query like 'select id from participants where disabled_at%'";

/** Who was heard of; closed after the test. */
async function startHearing() {
  const heard: number[] = [];
  const noted: unknown[] = [];
  const security: SecurityLog = { note: (event, fact) => void noted.push([event, fact]) };
  const changed: number[] = [];
  const settingsChanged = (id: number): void => void changed.push(id);
  const endedSignIns = createEndedSignIns({ newClient, clock: systemClock, log: silentLog, security, settingsChanged });
  onTestFinished(() => endedSignIns.close());
  const roleChanged: number[] = [];
  let missed = 0;
  await endedSignIns.hear({
    ended: (id) => void heard.push(id),
    roleChanged: (id) => void roleChanged.push(id),
    missed: () => void (missed += 1),
  });
  return { heard, noted, changed, roleChanged, endedSignIns, missed: () => missed };
}

const heardOf = (heard: readonly number[], id: number) => until(() => (heard.includes(id) ? true : undefined));

describe("ended sign-ins", () => {
  test("[LIVE-8] every process hears whose password was changed and who was disabled, and of nobody else", async () => {
    const [one, two] = [await startHearing(), await startHearing()];
    expect(await accounts.changePassword("nimeni", "x")).toBe(false);
    await accounts.changePassword("ANA", "x");
    await accounts.disable("radu");
    for (const { heard } of [one, two]) {
      await heardOf(heard, radu.id);
      expect(heard).toEqual([ana.id, radu.id]);
    }
  });

  let danaId = 0;

  test("[SEC-6] every process notes which account the operator added, gave a new role or password or disabled, and nothing else said there", async () => {
    const [one, two] = [await startHearing(), await startHearing()];
    const account = { username: "dana", name: "Dana Pop", kind: "erp", role: "Operator", passwordHash: "x" } as const;
    danaId = (await accounts.add(account)) ?? 0;
    const id = String(danaId);
    expect(await accounts.add(account)).toBeNull();
    await accounts.changePassword("dana", "y");
    await accounts.changeRole("DANA", "Admin");
    await pool.query("select pg_notify('account_changed', 'said dana'), pg_notify('account_changed', 'added x y')");
    await accounts.disableAll([danaId]);
    for (const { noted, roleChanged } of [one, two]) {
      await until(() => noted[3]);
      expect(roleChanged).toEqual([danaId]);
      expect(noted).toEqual(
        ["added", "password-changed", "role-changed", "disabled"].map((change) => [
          `account.${change}`,
          { who: null, what: id, from: null },
        ]),
      );
    }
  });

  test("[AUTH-8] every process hears whose own settings changed, with the commit, and of none that was taken back", async () => {
    const [one, two] = [await startHearing(), await startHearing()];
    const change = "update participants set version = version + 1 where id = any($1::bigint[])";
    const client = newClient();
    await client.connect();
    await client.query("begin");
    await client.query(change, [[mia.id]]);
    await client.query("rollback");
    await client.query("update participants set name = 'Vlad D.', version = version where id = $1", [vlad.id]);
    await client.query("begin");
    await client.query(change, [[ana.id, radu.id]]);
    expect([one.changed, two.changed]).toEqual([[], []]);
    await client.query("commit");
    await client.end();
    for (const { changed, heard } of [one, two]) {
      await until(() => changed[1]);
      expect(changed.toSorted((a, b) => a - b)).toEqual([ana.id, radu.id]);
      // A changed setting ends no sign-in.
      expect(heard.filter((id) => id !== radu.id && id !== danaId)).toEqual([]);
    }
  });

  test("[AUTH-7] every process hears which session logged out, and nothing of one that was gone already", async () => {
    const heard: unknown[] = [];
    const security: SecurityLog = { note: () => undefined };
    const settingsChanged = (): void => undefined;
    const endedSignIns = createEndedSignIns({
      newClient,
      clock: systemClock,
      log: silentLog,
      security,
      settingsChanged,
    });
    onTestFinished(() => endedSignIns.close());
    expect(endedSignIns.hearing()).toBeNull();
    await endedSignIns.hear({ ended: (...signIn) => void heard.push(signIn) });
    heard.length = 0;
    const store = createSignInStore(pool);
    await store.removeToken(hashToken("unknown"));
    await store.removeToken(hashToken(vlad.token));
    await until(() => heard[0]);
    expect(heard).toEqual([[vlad.id, sessionOf(hashToken(vlad.token))]]);
  });

  test("[AUTH-7] whoever asks learns that the connection was lost and that the next one is another", async () => {
    const { endedSignIns, missed } = await startHearing();
    const first = endedSignIns.hearing();
    expect([first === null, missed()]).toEqual([false, 0]);
    await pool.query(`select pg_terminate_backend(pid) from ${listeners}`);
    expect(await until(() => (endedSignIns.hearing() === null ? true : undefined))).toBe(true);
    expect(await until(() => endedSignIns.hearing() ?? undefined)).not.toBe(first);
    expect(missed()).toBe(1);
  });

  test("[LIVE-8] a connection that PostgreSQL ended is replaced, and who was disabled meanwhile is caught up on", async () => {
    const { heard } = await startHearing();
    await pool.query(`select pg_terminate_backend(pid) from ${listeners}`);
    await database.updateTable("participants").set({ disabled_at: "2999-01-01" }).where("id", "=", mia.id).execute();
    await heardOf(heard, mia.id);
    await accounts.changePassword("ana", "y");
    await heardOf(heard, ana.id);
    expect(new Set(heard)).toEqual(new Set([radu.id, mia.id, ana.id, danaId]));
  });

  test("[LIVE-8] after closing no connection is left", async () => {
    const { endedSignIns } = await startHearing();
    const count = async () => (await pool.query(`select from ${listeners}`)).rowCount;
    expect(await until(async () => ((await count()) === 1 ? 1 : undefined))).toBe(1);
    await endedSignIns.close();
    expect(await until(async () => ((await count()) === 0 ? 0 : undefined))).toBe(0);
  });
});
