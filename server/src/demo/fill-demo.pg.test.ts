import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { demoOffers } from "./content/demo-offers.ts";
import { demoRecords } from "./demo-records.ts";
import { fillDemo } from "./fill-demo.ts";
import { demoStorePg } from "./store.pg.ts";

const now = Date.UTC(2026, 10, 21, 12, 40);
const { pool } = await createTestDatabase();
const store = demoStorePg(pool);
const dataDir = mkdtempSync(join(tmpdir(), "cuplaj-demo-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir });
const ports = { store, storages, newId: randomUUID, passwords: "public", now } as const;

/** Rows of one statement, for looking at what was written. */
async function rows(statement: string): Promise<readonly unknown[]> {
  return (await pool.query(statement)).rows;
}

describe("fillDemo", () => {
  test("[RUN-9] two processes that start together fill an empty database once", async () => {
    const hashed: string[] = [];
    const hashPassword = (password: string): Promise<string> => {
      hashed.push(password);
      return Promise.resolve("hash-of-demo");
    };
    const answers = await Promise.all([1, 2].map(() => fillDemo({ ...ports, hashPassword })));
    expect(answers.toSorted()).toEqual(["filled", "not-empty"]);
    expect(new Set(hashed)).toEqual(new Set(["demo"]));
  });

  test("[RUN-9] a database that is not empty is left alone, and nothing is hashed for it", async () => {
    const hashPassword = (): Promise<string> => Promise.reject(new Error("nothing is to be hashed"));
    expect(await fillDemo({ ...ports, hashPassword })).toBe("not-empty");
    expect(await store.writeIfEmpty({ ...demoRecords(demoOffers, () => "hash", now), files: [] }, "public")).toBe(
      false,
    );
    expect(await rows(`select count(*) from participants`)).toEqual([{ count: 8 }]);
  });

  test("[RUN-9] the accounts have their kind, role and password", async () => {
    expect(
      await rows(`
        select username, kind, role from participants
        join participant_roles on participant_id = id where password_hash = 'hash-of-demo' order by id`),
    ).toEqual([
      { username: "ana", kind: "customer", role: "Customer" },
      { username: "mihai", kind: "customer", role: "Customer" },
      { username: "elena", kind: "customer", role: "Customer" },
      { username: "radu", kind: "erp", role: "Operator" },
      { username: "ioana", kind: "erp", role: "Operator" },
      { username: "admin", kind: "erp", role: "Admin" },
      { username: "mia", kind: "agent", role: "Agent" },
      { username: "vlad", kind: "agent", role: "Agent" },
    ]);
  });

  test("[OFF-1] offers and lines are stored as they were typed in", async () => {
    expect(await rows(`select count(*) from offers`)).toEqual([{ count: 12 }]);
    expect(
      await rows(`
        select offers.status, make, model, vin, plate, code, unit_price, vat_rate, offer_lines.status as line_status
        from offers join offer_lines on offer_id = offers.id
        where offers.id = 10001 and position = 1`),
    ).toEqual([
      {
        status: "sent",
        make: "Volkswagen",
        model: "Golf V",
        vin: "WVWZZZ1KZ6W214587",
        plate: "CJ 14 MVA",
        code: "624 3477 33",
        unit_price: "812.40",
        vat_rate: 21,
        line_status: "accepted",
      },
    ]);
  });

  test("[MSG-5] every room's log has an entry for each seq up to its head, and heads agree with messages", async () => {
    expect(await rows(`select count(*) from rooms`)).toEqual([{ count: 9 }]);
    expect(
      await rows(`
        with entries as (
          select room_id, seq, created_at from messages union all select room_id, seq, created_at from room_events
        )
        select rooms.offer_id from rooms
        where last_seq <> (select count(*) from entries where room_id = rooms.id)
          or last_seq <> (select count(distinct seq) from entries where room_id = rooms.id)
          or last_seq <> (select max(seq) from entries where room_id = rooms.id)
          or active_minute <> (select date_trunc('minute', max(created_at)) from entries where room_id = rooms.id)
          or messages_total <> (select count(*) from messages where room_id = rooms.id)
          or messages_total <> (select max(ordinal) from messages where room_id = rooms.id)
          or members_seq <> (select max(seq) from room_events where room_id = rooms.id and kind = 'join')
          or updated_at <> (select max(created_at) from messages where room_id = rooms.id)`),
    ).toEqual([]);
  });

  test("[MSG-5] what is written holds all that every database of the product holds", async () => {
    expect(await findBrokenInvariants(pool)).toEqual([]);
    expect(await rows(`select kind, count(*) > 3 as are_some from room_events group by kind order by kind`)).toEqual(
      ["action", "join", "read", "take-over"].map((kind) => ({ kind, are_some: true })),
    );
  });

  test("[ROOM-7a] unread counts by marker: radu waits in four rooms, ana in two", async () => {
    const unread = await rows(`
      select username, offer_id, count(*) from memberships
      join participants on participants.id = participant_id
      join rooms on rooms.id = memberships.room_id
      join messages on messages.room_id = rooms.id and seq > read_seq and author_id <> participant_id
      where username in ('ana', 'radu')
      group by username, offer_id, read_ordinal, messages_total
      having count(*) = messages_total - read_ordinal
      order by username, offer_id`);
    expect(unread).toEqual([
      { username: "ana", offer_id: 10002, count: 2 },
      { username: "ana", offer_id: 10003, count: 1 },
      { username: "radu", offer_id: 10001, count: 2 },
      { username: "radu", offer_id: 10005, count: 1 },
      { username: "radu", offer_id: 10006, count: 1 },
      { username: "radu", offer_id: 10009, count: 3 },
    ]);
  });

  test("[RUN-9f] photos lie where files lie, whole, each with its preview, its size and its message", async () => {
    const { rows: files } = await pool.query<{ id: string; bytes: number; sha256: Buffer; preview_bytes: number }>(
      `select files.* from files join messages on file_id = files.id and author_id = uploader_id and is_published
       where width > 0 and height > 0 and length(placeholder) between 5 and 25 and name like '%.jp%'`,
    );
    expect(files.length).toBe(
      demoRecords(demoOffers, () => "", now).messages.filter(({ photo }) => photo !== null).length,
    );
    const { storage } = await storages.current();
    for (const { id, bytes, sha256, preview_bytes: previewBytes } of files) {
      const [photo, preview] = [await storage.open(id), await storage.open(`${id}.preview`)];
      if (photo === null || preview === null) throw new Error("it is not there");
      const content = await buffer(photo);
      expect([content.length, (await buffer(preview)).length]).toEqual([bytes, previewBytes]);
      expect(createHash("sha256").update(content).digest()).toEqual(sha256);
    }
  });

  test("[RUN-9f] objects of a filling that came too late are named for removal, and nothing is left in the work folder", async () => {
    const unused = await rows(`select name from object_removals where due_at > now() + interval '50 minutes'`);
    const used = await rows(`select from files`);
    // Both processes put all photos, unless one of them began when the other had ended.
    expect([0, used.length * 2]).toContain(unused.length);
    expect(readdirSync(storages.workFolder)).toEqual([]);
  });

  test("[RUN-9] message ids rise with time over all rooms, and all lie in the past", async () => {
    expect(
      await rows(`select later.id from messages later join messages earlier
        on earlier.id < later.id and earlier.created_at > later.created_at`),
    ).toEqual([]);
    expect(await rows(`select max(created_at) < '${new Date(now).toISOString()}' as is_past from messages`)).toEqual([
      { is_past: true },
    ]);
  });
});
