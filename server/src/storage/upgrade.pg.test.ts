import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createTestDatabase } from "../testing/database.ts";
import { allMigrations, newestMigration } from "./migrations/all-migrations.ts";
import { migrate } from "./migrate.ts";
import { upgradeTables } from "./upgrade.ts";

/** A database as the release before the newest migration left it, with somebody in it, and processes that bring it up to date. */
async function olderDatabase() {
  const { pool, url, newClient } = await createTestDatabase();
  await pool.query("drop schema public cascade; create schema public");
  const { [newestMigration]: _newest, ...older } = allMigrations;
  await migrate(url, older);
  await pool.query("insert into participants (kind, name, username, password_hash) values ('agent', 'A', 'a', 'x')");
  const said: string[] = [];
  const upgrade = (begins = () => Promise.resolve()): Promise<readonly string[]> =>
    upgradeTables({
      at: url,
      clock: systemClock,
      waits: () => said.push("waits"),
      begins: async (migration) => {
        said.push(`begins ${migration}`);
        await begins();
      },
    });
  return { pool, newClient, said, upgrade };
}

test("[KEEP-4][RUN-6g] of processes that start together one makes the backup and migrates, and the others wait for it", async () => {
  const { said, upgrade } = await olderDatabase();
  const { promise: backup, resolve } = Promise.withResolvers<void>();
  const first = upgrade(() => backup);
  await expect.poll(() => said).toEqual([`begins ${newestMigration}`]);
  const others = [upgrade(), upgrade()];
  await expect.poll(() => said).toEqual([`begins ${newestMigration}`, "waits", "waits"]);
  resolve();
  expect(await Promise.all([first, ...others])).toEqual([[newestMigration], [], []]);
  expect(said).toHaveLength(3);
});

test("[KEEP-4][RUN-6g] where the one fails or dies the next makes the backup", async () => {
  const { newClient, said, upgrade } = await olderDatabase();
  await expect(upgrade(() => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  const dying = newClient();
  dying.on("error", () => undefined);
  await dying.connect();
  await dying.query("select pg_advisory_lock(1668640877)");
  const next = upgrade();
  await expect.poll(() => said).toEqual([`begins ${newestMigration}`, "waits"]);
  await dying.end();
  expect(await next).toEqual([newestMigration]);
  expect(said).toEqual([`begins ${newestMigration}`, "waits", `begins ${newestMigration}`]);
});

test("[RUN-6c] a table that another transaction holds alone for 5 s stops the start before its backup", async () => {
  const { newClient, said, upgrade } = await olderDatabase();
  const other = newClient();
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; lock table participants in access exclusive mode");
  await expect(upgrade()).rejects.toThrow(
    `Migration ${newestMigration} waited 5 s for a table that another transaction holds`,
  );
  expect(said).toEqual([]);
});
