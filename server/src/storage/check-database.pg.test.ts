import { connect as connectSocket, createServer, type AddressInfo } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { isDatabaseAway } from "./database-away.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDiskRoom, checkWritable, connectDatabase, type OpenDatabase } from "./database.ts";

const { pool, url } = await createTestDatabase();

function connect(at: string): OpenDatabase {
  const open = connectDatabase({ at, clock: systemClock, log: silentLog, connectionsMax: 1 });
  onTestFinished(() => open.close());
  return open;
}

test("[ERR-3][RUN-3c] commits are on disk, and sessions have the required settings, whatever the database or address sets", async () => {
  const name = new URL(url).pathname.slice(1);
  await pool.query(`alter database ${name} set synchronous_commit = off`);
  await pool.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const careless = new URL(url);
  careless.searchParams.set("options", "-c synchronous_commit=off -c DateStyle=German -c search_path=elsewhere");
  const { rows } = await connect(careless.href).pool.query(
    `select current_setting('synchronous_commit') as commit, current_setting('default_transaction_isolation') as isolation,
       current_setting('DateStyle') as dates, current_setting('search_path') as path`,
  );
  expect(rows[0]).toMatchObject({ commit: "on", isolation: "read committed", path: "elsewhere" });
  expect(rows[0].dates).toMatch(/^ISO/u);
});

test("[ERR-3] only a database with `fsync` off causes a warning", async () => {
  const { rows } = await pool.query("show fsync");
  const warnings: unknown[] = [];
  await checkDatabase(connect(url), url, { warn: (words: unknown) => void warnings.push(words) });
  expect(warnings).toHaveLength(rows[0].fsync === "off" ? 1 : 0);
});

test("[RUN-3e] a start waits for a database that is slow to connect", async () => {
  const { host, port } = new pg.Client({ connectionString: url });
  const behind = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  let connections = 0;
  const slow = createServer((near) => {
    near.on("error", () => undefined);
    connections += 1;
    // Also the pool's own probe would find it slow.
    if (connections > 2) near.pipe(connectSocket(behind).on("error", () => near.destroy())).pipe(near);
  });
  await new Promise<void>((resolve) => {
    slow.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void slow.close());
  const address = new URL(url);
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String((slow.address() as AddressInfo).port);
  await checkDatabase(
    connect(address.href),
    { host: "127.0.0.1", port: 0, user: "", password: "", database: "" },
    silentLog,
  );
  expect(connections).toBeGreaterThan(2);
});

test("[ERR-5] a database that refuses writes, such as a standby after a failover, counts as down", async () => {
  await checkWritable(pool);
  const standby = new URL(url);
  standby.searchParams.set("options", "-c default_transaction_read_only=on");
  const open = connect(standby.href);
  await expect(checkWritable(open.pool)).rejects.toThrow("the database is read-only");
  const failure: unknown = await open.pool.query("delete from messages").catch((error: unknown) => error);
  expect(isDatabaseAway(failure)).toBe(true);
});

test("[RUN-8a] free disk space is tested by writing, which leaves nothing behind", async () => {
  const open = connect(url);
  await checkDiskRoom(open.pool);
  expect((await open.pool.query("show work_mem")).rows).not.toEqual([{ work_mem: "64kB" }]);
  await open.pool.query("set temp_file_limit = '100kB'");
  const { code }: { code?: unknown } = await checkDiskRoom(open.pool).then(
    () => ({}),
    (error: object) => error,
  );
  expect(code).toBe("53400");
});
