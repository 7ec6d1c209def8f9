import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { silentLog } from "../log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { checkDatabase, connectDatabase } from "./database.ts";

const { pool, url } = await createTestDatabase();
const fsync = (await pool.query("show fsync")).rows[0].fsync;

test.each([
  ["on", fsync === "off"],
  ["local", fsync === "off"],
  ["off", true],
])("[ERR-3] a database with `synchronous_commit` %s is warned of: %s", async (commit, isWarnedOf) => {
  const set = new URL(url);
  set.searchParams.set("options", `-c synchronous_commit=${commit}`);
  const at = set.href;
  const open = connectDatabase({
    at,
    clock: systemClock,
    log: silentLog,
    connectionsMax: 1,
    statementTimeoutMs: 5000,
  });
  onTestFinished(() => open.close());
  const warnings: unknown[] = [];
  await checkDatabase(open, at, { warn: (fields: unknown) => void warnings.push(fields) });
  expect(warnings).toEqual(isWarnedOf ? [{ synchronous_commit: commit, fsync }] : []);
});
