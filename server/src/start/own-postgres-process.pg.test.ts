import { execFileSync, spawnSync } from "node:child_process";
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
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readPostmasterFile } from "../storage/postmaster-file.ts";
import { call, signIn } from "../testing/http-calls.ts";
import {
  initialisedFolder,
  runProgram,
  startServerProcess,
  temporaryFolder,
  until,
} from "../testing/server-process.ts";

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

/** Connects to the PostgreSQL that a server runs. */
async function connect(dataDir: string, changes: Partial<pg.ClientConfig> = {}): Promise<pg.Client> {
  const running = readPostmasterFile(join(dataDir, "postgres"));
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  const client = new pg.Client({
    host: running?.host,
    port: running?.port,
    user: "cuplaj",
    database: "cuplaj",
    password,
    ...changes,
  });
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

/** The postmaster and all its processes. */
function postgresProcesses(dataDir: string): number[] {
  const postmaster = readPostmasterFile(join(dataDir, "postgres"))?.pid ?? 0;
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
  return [postmaster, ...children.trim().split(/\s+/u).map(Number)];
}

/** Stops all of a PostgreSQL where it stands; answers how to let it go on. */
function freeze(dataDir: string): () => void {
  const pids = postgresProcesses(dataDir).map(String);
  // Backends whose connection was given up end as soon as they go on; `kill` does not mind those.
  const resume = (): void => void spawnSync("kill", ["-CONT", ...pids]);
  onTestFinished(resume);
  spawnSync("kill", ["-STOP", ...pids]);
  return resume;
}

describe("own PostgreSQL", () => {
  test("[RUN-3] it is durable, checked, and reachable only by its socket and password", async () => {
    const DATA_DIR = temporaryFolder();
    await startServerProcess({ DATA_DIR, DEMO: "0" });
    const client = await connect(DATA_DIR);
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
    await expect(connect(DATA_DIR, { password: "guess" })).rejects.toThrow("password authentication failed");
    await expect(connect(DATA_DIR, { password: "guess", user: "postgres" })).rejects.toThrow(
      "password authentication failed",
    );
  });

  test("[RUN-3a] our own role does not know the superuser's password, and one of an earlier version gets another", async () => {
    const DATA_DIR = temporaryFolder();
    const file = join(DATA_DIR, "postgres-superuser-password");
    const ownPassword = () => readFileSync(join(DATA_DIR, "postgres-password"), "utf8").trim();
    const superuser = (password: string) => connect(DATA_DIR, { user: "postgres", database: "postgres", password });
    const restart = async (): Promise<string> => {
      const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const password = readFileSync(file, "utf8").trim();
      await expect(superuser(ownPassword())).rejects.toThrow("password authentication failed");
      await (await superuser(password)).end();
      server.signal("SIGTERM");
      await server.ended;
      return password;
    };
    const first = await restart();
    // A start that was interrupted after the change knows the password by its other name.
    renameSync(file, `${file}.new`);
    expect(await restart()).toBe(first);
    const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
    const client = await superuser(first);
    await client.query(`alter role postgres password ${client.escapeLiteral(ownPassword())}`);
    await client.end();
    server.signal("SIGTERM");
    await server.ended;
    rmSync(file);
    // One that was interrupted before it left a file, perhaps an empty one.
    writeFileSync(`${file}.new`, "", { mode: 0o644 });
    expect(await restart()).not.toBe(first);
    rmSync(file);
    const { exitCode, stderr } = await runProgram("main.ts", [], { DATA_DIR, PORT: "0", LOG_LEVEL: "silent" });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${file} is missing`)]);
  });

  test("[RUN-3] a DATA_DIR with a name too long for a socket gets a loopback port instead", async () => {
    const DATA_DIR = join(temporaryFolder(), "a-very-long-name-".repeat(8));
    const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
    const client = await connect(DATA_DIR);
    expect(client.host).toBe("127.0.0.1");
    expect((await call(server.url, "/readyz")).status).toBe(200);
  });

  test.runIf(isRoot)("[RUN-3] as root it runs without rights, also where only root may look", async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const DATA_DIR = join(closed, "data");
    await startServerProcess({ DATA_DIR, DEMO: "0" });
    const pid = readPostmasterFile(join(DATA_DIR, "postgres"))?.pid;
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).not.toMatch(/^Uid:\s+0/mu);
  });

  test.runIf(isRoot)("[RUN-3] as an ordinary user everything belongs to that user", async () => {
    const DATA_DIR = join(temporaryFolder(), "data");
    mkdirSync(DATA_DIR);
    chownSync(DATA_DIR, nobody.uid, nobody.gid);
    await startServerProcess({ DATA_DIR, DEMO: "0" }, nobody);
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).uid).toBe(nobody.uid);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(readFileSync(`/proc/${readPostmasterFile(join(DATA_DIR, "postgres"))?.pid}/status`, "utf8")).toMatch(
      /^CapPrm:\s+0+$/mu,
    );
  });
});

describe("after a crash", () => {
  test("[RUN-4a] after kill -9 the next start is ready in 5 s and has lost nothing acknowledged", async () => {
    const settings = { DATA_DIR: initialisedFolder("demo"), DEMO: "1" };
    const first = await startServerProcess(settings);
    const token = await signIn(first.url, "ana");
    const path = "/api/v1/publish/oferta.10001";
    const acknowledged: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await call(first.url, path, { token, body: { message: `Mesajul ${count}` } });
      expect(status).toBe(201);
      acknowledged.push((body["message"] as { id: number }).id);
    }
    const orphan = readPostmasterFile(join(settings.DATA_DIR, "postgres"))?.pid;
    first.signal("SIGKILL");
    await first.ended;

    const before = performance.now();
    const second = await startServerProcess(settings);
    const recoveryMs = performance.now() - before;
    expect(readPostmasterFile(join(settings.DATA_DIR, "postgres"))?.pid).not.toBe(orphan);
    const { body } = await call(second.url, "/api/v1/chat/oferta.10001", { token });
    const [room] = body["chats"] as [{ messages: { id: number }[] }];
    expect(room.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));

    second.signal("SIGTERM");
    await second.ended;
    const beforeThird = performance.now();
    await startServerProcess(settings);
    const usualMs = performance.now() - beforeThird;
    // A machine that is busy with other tests is slow at every start; recovering must not be much more than starting.
    expect(recoveryMs).toBeLessThan(Math.max(5000, usualMs + 3000));
  });

  test("[RUN-4a] when server and PostgreSQL are both killed the next start recovers too", async () => {
    const settings = { DATA_DIR: initialisedFolder("empty"), DEMO: "0" };
    const first = await startServerProcess(settings);
    first.signal("SIGKILL");
    // A backend may end by itself between being listed and being killed; `kill` goes on with the others.
    spawnSync("kill", ["-9", ...postgresProcesses(settings.DATA_DIR).map(String)]);
    await first.ended;
    const second = await startServerProcess(settings);
    expect((await call(second.url, "/readyz")).status).toBe(200);
  });

  test("[RUN-3] a PostgreSQL that dies under the server is started again", async () => {
    const DATA_DIR = initialisedFolder("empty");
    const server = await startServerProcess({ DATA_DIR, DEMO: "0", LOG_LEVEL: "silent" });
    const [postmaster = 0] = postgresProcesses(DATA_DIR);
    process.kill(postmaster, "SIGKILL");
    await until(() => {
      const running = readPostmasterFile(join(DATA_DIR, "postgres"));
      return running?.isReady === true && running.pid !== postmaster ? running : undefined;
    });
    const ready = await until(async () => {
      const answer = await call(server.url, "/readyz");
      return answer.status === 200 ? answer : undefined;
    });
    expect(ready.body["database"]).toBe("up");
  });

  test("[ERR-2c] while the database hangs, calls answer 503 with Retry-After in 5 s and readiness says so", async () => {
    const DATA_DIR = initialisedFolder("demo");
    const server = await startServerProcess({ DATA_DIR, DEMO: "1", LOG_LEVEL: "silent" });
    const token = await signIn(server.url, "ana");
    const resume = freeze(DATA_DIR);
    const before = performance.now();
    const [answer, readiness] = await Promise.all([
      call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } }),
      call(server.url, "/readyz"),
    ]);
    expect(performance.now() - before).toBeLessThan(5500);
    expect([answer.status, answer.body["code"], answer.headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
    expect([readiness.status, readiness.body["database"]]).toEqual([503, "away"]);
    resume();
    await until(async () => ((await call(server.url, "/readyz")).status === 200 ? true : undefined));
    const after = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } });
    expect(after.status).toBe(201);
  });

  test("[ERR-5] sends that wait for each other while the database hangs are all refused in 5 s, later ones at once", async () => {
    const DATA_DIR = initialisedFolder("demo");
    const server = await startServerProcess({ DATA_DIR, DEMO: "1", LIMITS: "off", LOG_LEVEL: "silent" });
    const token = await signIn(server.url, "ana");
    const send = async (message: string): Promise<readonly [number, string | null, number]> => {
      const before = performance.now();
      const answer = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message } });
      return [answer.status, answer.headers.get("retry-after"), performance.now() - before];
    };
    // The connections are open when it begins to hang.
    await Promise.all(Array.from({ length: 5 }, () => send("Înainte")));
    const resume = freeze(DATA_DIR);
    const waited = await Promise.all(Array.from({ length: 30 }, () => send("În timpul opririi")));
    for (const [status, retryAfter, ms] of waited) {
      expect([status, retryAfter]).toEqual([503, "2"]);
      expect(ms).toBeLessThan(5000);
    }
    const [status, , ms] = await send("Tot în timpul opririi");
    expect(status).toBe(503);
    expect(ms).toBeLessThan(1000);
    resume();
    const resumedAt = performance.now();
    await until(async () => ((await send("După"))[0] === 201 ? true : undefined));
    expect(performance.now() - resumedAt).toBeLessThan(5000);
  });

  test("[ERR-5] a send whose room somebody else holds is refused in 5 s", async () => {
    const DATA_DIR = initialisedFolder("demo");
    const server = await startServerProcess({ DATA_DIR, DEMO: "1", LOG_LEVEL: "silent" });
    const token = await signIn(server.url, "ana");
    const other = await connect(DATA_DIR);
    await other.query("begin");
    await other.query("select from rooms for update");
    const before = performance.now();
    const answer = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message: "Bună ziua" } });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(performance.now() - before).toBeLessThan(5000);
    await other.query("rollback");
  });
});
