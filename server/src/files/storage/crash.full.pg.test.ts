import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { objectsIn } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { previewOf } from "./rules.ts";
import { Sweep } from "./sweep.ts";
import { createSweepStore } from "./sweep.pg.ts";

const {
  pool,
  url,
  people: { ana },
  call,
  files: { storages, folder },
} = await startTestApi();
const room: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const program = fileURLToPath(new URL("../../testing/store-files.ts", import.meta.url));

async function startStoring() {
  const words = [program, url, join(folder, ".."), String(ana.id), String(room)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error("it did not start")));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready")) resolve();
    });
  });
  const kill = async (): Promise<readonly string[]> => {
    child.kill("SIGKILL");
    await ended;
    return said.split("\n").slice(1, -1);
  };
  return { kill };
}

const names = async (text: string): Promise<Set<string>> =>
  new Set((await pool.query<{ name: string }>(text)).rows.map(({ name }) => name));
const namedNow = (): Promise<Set<string>> =>
  names(`select id::text as name from files union select id || '.preview' from files where preview_bytes is not null
    union select name from object_removals union select id::text from upload_parts`);

/** Objects that no table names. The folder is listed twice, since an object may be removed in between. */
async function unnamed(): Promise<string[]> {
  const before = objectsIn(folder);
  const named = await namedNow();
  const suspects = before.filter((name) => !named.has(name));
  const after = new Set(suspects.length === 0 ? [] : objectsIn(folder));
  return suspects.filter((name) => after.has(name));
}

const selectRunning = `select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;

test("[MSG-3h] after crashes at any moment every object is in a table, published files are complete, and sweeps remove all others", async () => {
  const reported: string[] = [];
  for (let time = 0; time < 12 || reported.length < 6; time += 1) {
    const storing = await startStoring();
    for (let looks = randomInt(5, 50); looks > 0; looks -= 1) expect(await unnamed()).toEqual([]);
    reported.push(...(await storing.kill()));
    expect(await unnamed()).toEqual([]);
  }
  // The database may still be running the last statements of killed processes.
  await expect.poll(async () => (await pool.query(selectRunning)).rowCount).toBe(0);
  await pool.query("update files set created_at = now() - interval '2 hours'");
  for (let round = 0; round < 2; round += 1) {
    await new Sweep({ store: createSweepStore(pool), storages, clock: systemClock, log: silentLog }).sweep();
    await pool.query("update object_removals set due_at = now()");
  }
  const { rows } = await pool.query<{ id: string; sha256: Buffer; bytes: number }>(
    "select f.id, sha256, bytes from files f join messages m on m.file_id = f.id",
  );
  expect(objectsIn(folder)).toEqual(rows.flatMap(({ id }) => [id, previewOf(id)]).toSorted());
  const sumOf = (id: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, id.slice(0, 2), id.slice(2, 4), id)))
      .digest("hex");
  expect(rows.map(({ id }) => sumOf(id))).toEqual(rows.map(({ sha256 }) => sha256.toString("hex")));
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([...rows.map(({ id }) => id), ...reported]));
  expect([await names("select name from object_removals"), (await pool.query("select from files")).rowCount]).toEqual([
    new Set(),
    rows.length,
  ]);
});
