import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { freePort } from "../kernel/free-port.ts";
import { silentLog } from "../kernel/log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { runProgram, startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";
import { checkDatabase } from "./check-database.ts";
import { connectDatabase } from "./database.ts";

const ignored = "extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout";

/** Starts a PgBouncer in front of a new database; returns the `DATABASE_URL` that leads through it. */
async function startPooler(mode: "session" | "transaction", more: readonly string[] = []): Promise<string> {
  const { url } = await createTestDatabase();
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  const [folder, ownPort] = [temporaryFolder(), await freePort("127.0.0.1", 0, "PORT")];
  const file = join(folder, "pgbouncer.ini");
  const database = pathname.slice(1);
  const server = `host=${host} port=${port} user=${username} password=${password}`;
  writeFileSync(
    file,
    `[databases]\n${database} = ${server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${ownPort}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\nignore_startup_parameters = ${ignored}\n${more.join("\n")}\n`,
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root, and only its owner may use the socket of the tests' PostgreSQL.
  const nobody = { uid: 65_534, gid: 65_534 };
  const { uid, gid } = host.startsWith("/") ? statSync(host) : process.getuid?.() === 0 ? nobody : statSync(file);
  const child = spawn("/usr/sbin/pgbouncer", [file], { stdio: "ignore", uid, gid });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  return `postgresql://${username}:${password}@127.0.0.1:${ownPort}/${database}`;
}

test.each([[], ["server_round_robin = 1", "min_pool_size = 5"]])(
  "[RUN-3d] a pooler that lends connections by transaction aborts startup with a message (%j)",
  async (...more) => {
    const DATABASE_URL = await startPooler("transaction", more);
    const { exitCode, stderr } = await until(async () => {
      const end = await runProgram("main.ts", [], {
        DATA_DIR: temporaryFolder(),
        DATABASE_URL,
        LOG_LEVEL: "silent",
        PORT: "0",
      });
      return end.stderr.includes("does not answer") ? undefined : end;
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("pools connections by transaction, but Cuplaj needs sessions: set pool_mode = session");
  },
);

test.each([[], ["server_round_robin = 1"]])(
  "[RUN-3d] a pooler that lends connections by transaction is found while others use it (%j)",
  async (...more) => {
    const url = await startPooler("transaction", more);
    const over = new AbortController();
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client(url);
      await client.connect();
      return client;
    };
    const others = await Promise.all(Array.from({ length: 4 }, () => until(() => connect().catch(() => undefined))));
    const use = async (client: pg.Client): Promise<void> => {
      while (!over.signal.aborted) await client.query("select 1");
      await client.end();
    };
    const using = others.map(use);
    const open = connectDatabase({ at: url, clock: systemClock, log: silentLog, connectionsMax: 1 });
    try {
      for (let time = 0; time < 20; time++)
        await expect(checkDatabase(open, url, silentLog)).rejects.toThrow("pools connections by transaction");
    } finally {
      over.abort();
      await Promise.all([...using, open.close()]);
    }
  },
);

test("[RUN-3d] a pooler in session mode serves", async () => {
  const DATABASE_URL = await startPooler("session");
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0" });
  expect((await call(server.url, "/readyz")).body).toMatchObject({ ready: true, database: "up", writes: true });
});
