import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { endAfterAll } from "../testing/at-end.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { connectOwn, freeze, ownPassword, postgresProcesses, postmasterOf } from "../testing/own-postgres.ts";
import { initialisedFolder, shareServer, temporaryFolder, until } from "../testing/server-process.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

const connectSuperuser = (dataDir: string, password: string): Promise<pg.Client> =>
  connectOwn(dataDir, { user: "postgres", database: "postgres", password });

/** Checks that only the password in the file grants superuser access while PostgreSQL runs; returns that password. */
async function checkSuperuser(dataDir: string): Promise<string> {
  const file = join(dataDir, "postgres-superuser-password");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const password = readFileSync(file, "utf8").trim();
  await expect(connectSuperuser(dataDir, ownPassword(dataDir))).rejects.toThrow("password authentication failed");
  await (await connectSuperuser(dataDir, password)).end();
  return password;
}

describe("our own PostgreSQL", () => {
  const atEnd = endAfterAll();
  // If root runs the tests, this is a path that only root may enter.
  const DATA_DIR = join(temporaryFolder(atEnd), "data");
  chmodSync(join(DATA_DIR, ".."), 0o700);
  const start = shareServer(() => ({ DATA_DIR, DEMO: "0" }));

  test("[RUN-3] it is durable, has checksums, and is reachable only through its socket and with a password", async () => {
    await start();
    const client = await connectOwn(DATA_DIR);
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
        current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
        (select rolsuper from pg_roles where rolname = current_user) as is_superuser`,
    );
    expect(rows[0]).toEqual({
      version: 18,
      fsync: "on",
      commit: "on",
      pages: "on",
      checksums: "on",
      listens: "",
      is_superuser: false,
    });
    expect(statSync(join(DATA_DIR, "postgres-password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(DATA_DIR, "postgres")).mode & 0o777).toBe(0o700);
    await expect(connectOwn(DATA_DIR, { password: "guess" })).rejects.toThrow("password authentication failed");
    await expect(connectOwn(DATA_DIR, { password: "guess", user: "postgres" })).rejects.toThrow(
      "password authentication failed",
    );
  });

  test("[RUN-3a] our own role does not know the superuser's password", async () => {
    await start();
    expect(await checkSuperuser(DATA_DIR)).not.toBe(ownPassword(DATA_DIR));
  });

  test.runIf(isRoot)("[RUN-3] as root it runs without rights, even in a folder that only root may enter", async () => {
    await start();
    const pid = postmasterOf(DATA_DIR)?.pid;
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).not.toMatch(/^Uid:\s+0/mu);
  });
});

describe("the superuser of our own PostgreSQL", () => {
  test("[RUN-3a] has its own password, even after a startup interrupted while changing it", async () => {
    const dataDir = initialisedFolder("empty");
    const file = join(dataDir, "postgres-superuser-password");
    const start = () => startOwnPostgres({ dataDir, clock: systemClock, log: silentLog, isDurable: false });
    const restart = async (meanwhile: (password: string) => Promise<void> = () => Promise.resolve()) => {
      const own = await start();
      try {
        const password = await checkSuperuser(dataDir);
        await meanwhile(password);
        return password;
      } finally {
        await own.stop();
      }
    };
    const first = await restart();
    // A startup that was interrupted after changing the password leaves the file under this name.
    renameSync(file, `${file}.new`);
    const again = await restart(async (password) => {
      const client = await connectSuperuser(dataDir, password);
      await client.query(`alter role postgres password ${client.escapeLiteral(ownPassword(dataDir))}`);
      await client.end();
    });
    expect(again).toBe(first);
    rmSync(file);
    // A startup that was interrupted earlier leaves this file, which may be empty.
    writeFileSync(`${file}.new`, "", { mode: 0o644 });
    expect(await restart()).not.toBe(first);
    rmSync(file);
    const missing = start();
    await expect(missing).rejects.toThrow(`${file}, the password of the database superuser, is missing`);
    await expect(missing).rejects.toBeInstanceOf(StartupProblem);
  });
});

describe("our own PostgreSQL under an ordinary user, in a DATA_DIR whose name is too long for a socket", () => {
  const atEnd = endAfterAll();
  const DATA_DIR = join(temporaryFolder(atEnd), "a-very-long-name-".repeat(8));
  mkdirSync(DATA_DIR);
  if (isRoot) chownSync(DATA_DIR, nobody.uid, nobody.gid);
  const start = shareServer(() => ({ DATA_DIR, DEMO: "0" }), isRoot ? nobody : undefined);

  test("[RUN-3] it gets a loopback port instead", async () => {
    const server = await start();
    const client = await connectOwn(DATA_DIR);
    expect(client.host).toBe("127.0.0.1");
    expect((await call(server.url, "/readyz")).status).toBe(200);
  });

  test.runIf(isRoot)("[RUN-3] everything belongs to that user", async () => {
    await start();
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).uid).toBe(nobody.uid);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(readFileSync(`/proc/${postmasterOf(DATA_DIR)?.pid}/status`, "utf8")).toMatch(/^CapPrm:\s+0+$/mu);
  });
});

describe("after a crash", () => {
  const atEnd = endAfterAll();
  const DATA_DIR = initialisedFolder("demo", atEnd);
  const start = shareServer(() => ({ DATA_DIR, DEMO: "1", LIMITS: "off", LOG_LEVEL: "silent" }));

  test("[RUN-4a] after kill -9 the next start recovers by itself and has lost nothing acknowledged", async () => {
    const first = await start();
    const token = await signIn(first.url, "ana");
    const path = "/api/v1/publish/oferta.10001";
    const acknowledged: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await call(first.url, path, { token, body: { message: `Mesajul ${count}` } });
      expect(status).toBe(201);
      acknowledged.push((body["message"] as { id: number }).id);
    }
    const orphan = postmasterOf(DATA_DIR)?.pid;
    first.signal("SIGKILL");
    await first.ended;

    const second = await start();
    expect(postmasterOf(DATA_DIR)?.pid).not.toBe(orphan);
    const { body } = await call(second.url, "/api/v1/chat/oferta.10001", { token });
    const [room] = body["chats"] as [{ messages: { id: number }[] }];
    expect(room.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  });

  test("[RUN-4a] when server and PostgreSQL are both killed the next start recovers too", async () => {
    const first = await start();
    first.signal("SIGKILL");
    // A process may end between being listed and being killed; `kill` then continues with the others.
    spawnSync("kill", ["-9", ...postgresProcesses(DATA_DIR).map(String)]);
    await first.ended;
    const second = await start();
    expect((await call(second.url, "/readyz")).status).toBe(200);
  });

  test("[RUN-3] a PostgreSQL that dies under the server is restarted", async () => {
    const server = await start();
    const [postmaster = 0] = postgresProcesses(DATA_DIR);
    process.kill(postmaster, "SIGKILL");
    await until(() => {
      const running = postmasterOf(DATA_DIR);
      return running?.isReady === true && running.pid !== postmaster ? running : undefined;
    });
    const ready = await until(async () => {
      const answer = await call(server.url, "/readyz");
      return answer.status === 200 ? answer : undefined;
    });
    expect(ready.body["database"]).toBe("up");
  });

  test("[ERR-2c] while the database hangs, calls return 503 with Retry-After and readiness reports it", async () => {
    const server = await start();
    const token = await signIn(server.url, "ana");
    const resume = freeze(DATA_DIR);
    const [answer, readiness] = await Promise.all([
      call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } }),
      call(server.url, "/readyz"),
    ]);
    expect([answer.status, answer.body["code"], answer.headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
    expect([readiness.status, readiness.body["database"]]).toEqual([503, "away"]);
    resume();
    await until(async () => ((await call(server.url, "/readyz")).status === 200 ? true : undefined));
    const after = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } });
    expect(after.status).toBe(201);
  });

  test("[ERR-5] sends that queue while the database hangs are all refused, including later ones, and then work again", async () => {
    const server = await start();
    const token = await signIn(server.url, "ana");
    const send = async (message: string): Promise<readonly [number, string | null]> => {
      const answer = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message } });
      return [answer.status, answer.headers.get("retry-after")];
    };
    // The connections are opened before the database hangs.
    await Promise.all(Array.from({ length: 5 }, () => send("Înainte")));
    const resume = freeze(DATA_DIR);
    const waited = await Promise.all(Array.from({ length: 30 }, () => send("În timpul opririi")));
    expect(waited).toEqual(waited.map(() => [503, "2"]));
    expect(await send("Tot în timpul opririi")).toEqual([503, "2"]);
    resume();
    await until(async () => ((await send("După"))[0] === 201 ? true : undefined));
  });

  test("[ERR-5] a send to a locked room is refused", async () => {
    const server = await start();
    const token = await signIn(server.url, "ana");
    const other = await connectOwn(DATA_DIR);
    await other.query("begin");
    await other.query("select from rooms for update");
    const answer = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    await other.query("rollback");
  });
});
