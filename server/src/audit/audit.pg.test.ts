import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Check } from "typebox/value";
import { type AuditEntry, AuditEntry as AuditEntrySchema } from "@cuplaj/protocol/audit.ts";
import { auditCountedMax } from "@cuplaj/protocol/limits.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createSecurityLog } from "../kernel/security-log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { password, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { AuditWriter } from "./audit-writer.ts";
import { forgetAudit } from "./forget-audit.ts";
import { noteCommand } from "./note-command.ts";
import { createAuditStore } from "./store.pg.ts";

/** Composed as in the server. Stopping the writer makes it store its events. */
let writer: AuditWriter;
const security = createSecurityLog({
  log: silentLog,
  clock: systemClock,
  store: (event, fact) => writer.add(event, fact),
});
const { people, call, pool } = await startTestApi({ security });
const { ana, mihai, radu, mia, nou, admin } = people;
const audit = createAuditStore(pool);

beforeEach(async () => {
  await pool.query("truncate audit");
  writer = new AuditWriter({ store: audit, clock: systemClock, log: silentLog });
});

afterEach(() => writer.stop());

/** The whole table after flushing, oldest first, without ids and times. */
async function entries(): Promise<readonly object[]> {
  await writer.stop();
  const all = (await audit.list({}, { skip: 0, take: 1000 })).toReversed();
  for (const entry of all) expect(Check(AuditEntrySchema, entry)).toBe(true);
  return all.map(({ id: _id, created_at: _at, ...entry }) => entry);
}
const here = "127.0.0.1";
const nothing = { person: null, address: here, about: null, detail: null, times: 1 };
const byPerson = ({ id, name }: Person) => ({ ...nothing, by: "person", person: { id, name } });
const aboutPerson = ({ id }: Person) => ({ type: "participant", id });
const list = (person: Person | null, query = "", page = 1) => call(person, "GET", `/api/v1/audit/${page}${query}`);

describe("audited events", () => {
  test("[AUD-1] sign-ins and failures have account and address, and never what was typed", async () => {
    await call(null, "POST", "/api/v1/login", { username: "ana", password });
    await call(null, "POST", "/api/v1/login", { username: "ana", password: "nonce-4711" });
    await call(null, "POST", "/api/v1/login", { username: "nonce-4712", password: "nonce-4711" });
    expect(await entries()).toEqual([
      { ...byPerson(ana), kind: "sign-in.succeeded", detail: "main" },
      { ...nothing, kind: "sign-in.failed", by: "nobody", about: aboutPerson(ana), detail: "main" },
      { ...nothing, kind: "sign-in.failed", by: "nobody", detail: "main" },
    ]);
    expect(JSON.stringify((await pool.query("select * from audit")).rows)).not.toContain("nonce");
  });

  test("[AUD-1] refusals, and reads of rooms without membership, name the person", async () => {
    const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
    await call(nou, "GET", "/api/v1/all/1");
    await call(radu, "GET", `/api/v1/chat/${room}`);
    await call(radu, "GET", `/api/v1/chat/${room}/1`);
    expect(await entries()).toEqual([
      { ...byPerson(nou), kind: "access.refused", detail: "listRooms" },
      { ...byPerson(radu), kind: "room.read-without-membership", about: { type: "room", id: room } },
      { ...byPerson(radu), kind: "room.read-without-membership", about: { type: "room", id: room } },
    ]);
  });

  test("[AUD-1] a program is distinguished from its account's people", async () => {
    const token = makeToken();
    const id = await createProgramTokenStore(pool).add({ hash: hashToken(token), username: "radu", program: "ERP" });
    await call({ ...radu, token }, "GET", "/api/v1/audit/1");
    await createProgramTokenStore(pool).revoke(id ?? 0);
    const command = { ...nothing, by: "command-line", address: null, about: aboutPerson(radu), detail: String(id) };
    expect(await entries()).toEqual([
      { ...command, kind: "account.token-added" },
      { ...byPerson(radu), by: "program", kind: "access.refused", detail: "listAudit" },
      { ...command, kind: "account.token-revoked" },
    ]);
  });

  test("[AUD-1c] account changes are audited in their transaction, once, with or without a running server", async () => {
    const accounts = createAccountStore(pool);
    await accounts.changeRole("mihai", "Agent");
    await accounts.changePassword("mihai", "x");
    await accounts.disable("mihai");
    const byAdmin = { by: "person", id: admin.id, address: "192.0.2.7" } as const;
    await createAccountStore(pool, byAdmin).changeRole("mihai", "Customer");
    await expect(accounts.changeRole("mihai", "Nobody")).rejects.toThrow("violates foreign key");
    const command = { ...nothing, by: "command-line", address: null, about: aboutPerson(mihai) };
    expect(await entries()).toEqual([
      { ...command, kind: "account.role-changed", detail: "Agent" },
      { ...command, kind: "account.password-changed" },
      { ...command, kind: "account.disabled" },
      {
        ...byPerson(admin),
        kind: "account.role-changed",
        address: "192.0.2.7",
        about: aboutPerson(mihai),
        detail: "Customer",
      },
    ]);
  });

  test("[AUD-1] commands audit what they did, such as a backup", async () => {
    await noteCommand(audit, { kind: "backup.made", what: "/srv/cuplaj.backup", at: systemClock.now() });
    const command = { ...nothing, by: "command-line", address: null };
    expect(await entries()).toEqual([{ ...command, kind: "backup.made", detail: "/srv/cuplaj.backup" }]);
  });
});

async function fill(total: number, more: { kind?: string; person?: number } = {}): Promise<void> {
  await pool.query(
    `insert into audit (created_at, kind, by_kind, participant_id, name)
     select now() - n * interval '1 second', $2, 'person', $3, 'Cineva' from generate_series(1, $1::integer) n`,
    [total, more.kind ?? "session.ended", more.person ?? ana.id],
  );
}

describe("reading the audit log", () => {
  test("[AUD-3] holders of audit.view get it newest first, 50 entries a page", async () => {
    await fill(120);
    const first = (await list(admin)).body;
    expect([first.total, first.page, first.entries.length]).toEqual([120, 1, 50]);
    const all: AuditEntry[] = [...first.entries];
    for (const page of [2, 3]) all.push(...(await list(admin, "", page)).body.entries);
    const times = all.map(({ created_at: at }) => at);
    expect([new Set(all.map(({ id }) => id)).size, times]).toEqual([120, times.toSorted().toReversed()]);
    expect((await list(admin, "", 4)).body.entries).toEqual([]);
  });

  test("[AUD-3] anybody else is refused", async () => {
    for (const person of [ana, radu, mia, nou]) expect((await list(person)).status).toBe(403);
    expect((await list(null)).status).toBe(401);
  });

  test("[AUD-3] filters by actor or object, by kind and by time", async () => {
    await fill(3);
    await fill(2, { kind: "sign-in.succeeded", person: radu.id });
    await pool.query(
      `insert into audit (created_at, kind, by_kind, about_type, about_id)
       values (now() - interval '2 days', 'account.disabled', 'command-line', 'participant', $1), (now(), 'limit.met', 'nobody', 'room', $1)`,
      [radu.id],
    );
    const totalOf = async (query: string): Promise<number> => (await list(admin, query)).body.total;
    expect([await totalOf(`?person=${radu.id}`), await totalOf(`?person=${ana.id}`)]).toEqual([3, 3]);
    expect([await totalOf("?kind=session.ended"), await totalOf("?kind=account.added")]).toEqual([3, 0]);
    const yesterday = isoTime(systemClock.now() - 24 * 3_600_000);
    expect([await totalOf(`?since=${yesterday}`), await totalOf(`?until=${yesterday}`)]).toEqual([6, 1]);
    expect(await totalOf(`?person=${radu.id}&kind=account.disabled&until=${yesterday}`)).toBe(1);
    for (const wrong of ["?kind=nothing", "?person=0", "?since=ieri"])
      expect((await list(admin, wrong)).status).toBe(422);
  });

  test("[AUD-3] counts and pages end at 10,000; older entries are found by time", async () => {
    await fill(auditCountedMax + 100);
    expect((await list(admin)).body.total).toBe(auditCountedMax);
    expect((await list(admin, "", auditCountedMax / 50)).body.entries).toHaveLength(50);
    expect((await list(admin, "", auditCountedMax / 50 + 1)).body.entries).toEqual([]);
    const { rows } = await pool.query<{ created_at: Date }>(
      "select created_at from audit order by created_at offset 100 limit 1",
    );
    expect((await list(admin, `?until=${rows[0]?.created_at.toISOString()}`)).body.total).toBe(100);
  });
});

test("[AUD-1] removes only entries older than the setting", async () => {
  await fill(7000);
  await pool.query("update audit set created_at = created_at - interval '400 days' where id % 2 = 0");
  const removed = Promise.withResolvers<void>();
  const store = {
    async removeBefore(moment: string): Promise<boolean> {
      const isMore = await audit.removeBefore(moment);
      if (!isMore) removed.resolve();
      return isMore;
    },
  };
  const forgetting = forgetAudit({ store, storedDays: 400, clock: systemClock, log: silentLog });
  await removed.promise;
  await forgetting.stop();
  expect(await audit.count({}, 10_000)).toBe(3500);
});
