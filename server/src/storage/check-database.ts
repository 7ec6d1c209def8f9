import pg from "pg";
import type { Log } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { DatabaseAddress, OpenDatabase } from "./database.ts";

const oldestServerVersion = 150_000;

interface ServerFacts {
  readonly version: number;
  readonly fsync: string;
  readonly encoding: string;
}

/** Throws a `StartupProblem` if the database is down, too old or not encoded in UTF8. Logs a warning if commits are not durable (ERR-3). */
export async function checkDatabase(
  open: Pick<OpenDatabase, "newClient">,
  at: DatabaseAddress | string,
  log: Pick<Log, "warn">,
): Promise<void> {
  const found = await readServer(open).catch((error: unknown) => {
    throw new StartupProblem(`The database at ${describeAddress(at)} does not answer: ${readable(error)}.`);
  });
  if (found === undefined || found.version < oldestServerVersion) {
    throw new StartupProblem(
      `The database at ${describeAddress(at)} is PostgreSQL ${Math.floor((found?.version ?? 0) / 10_000)}; Cuplaj needs 15 or newer.`,
    );
  }
  if (found.encoding !== "UTF8") {
    throw new StartupProblem(
      `The database ${typeof at === "string" ? nameOfDatabase(at) : at.database} is in ${found.encoding}; Cuplaj needs one in UTF8 (create database cuplaj encoding 'UTF8' template template0).`,
    );
  }
  if (typeof at === "string" && (await lendsByTransaction(open))) {
    throw new StartupProblem(
      `The pooler at ${describeAddress(at)} pools connections by transaction, but Cuplaj needs sessions: set pool_mode = session, or point DATABASE_URL at the database itself.`,
    );
  }
  if (found.fsync === "on") return;
  log.warn("the database has fsync off: acknowledged messages can be lost in a power failure");
}

/** RUN-3e: a start or a command waits longer for a connection than a running process, since a machine that has just started may be busy. */
const attemptsMax = 5;

/** Asks on a connection of its own, since the pool refuses at once while the database is slow (ERR-5). */
async function readServer(
  { newClient }: Pick<OpenDatabase, "newClient">,
  attempt = 1,
): Promise<ServerFacts | undefined> {
  const client = newClient();
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
              current_setting('server_encoding') as encoding`,
    );
    return rows[0];
  } catch (error) {
    if (attempt === attemptsMax || !/timeout/u.test(readable(error))) throw error;
    return await readServer({ newClient }, attempt + 1);
  } finally {
    void client.end();
  }
}

/** Other clients of a pooler may by chance keep our two connections on their processes, but hardly each time. */
const roundsMax = 20;

/** Whether two open connections share a server process, or several server processes serve one connection. */
async function lendsByTransaction({ newClient }: Pick<OpenDatabase, "newClient">): Promise<boolean> {
  const clients = [newClient(), newClient()] as const;
  const processOf = async (client: pg.Client): Promise<unknown> =>
    (await client.query("select pg_backend_pid() as pid")).rows[0]?.pid;
  try {
    for (const client of clients) {
      client.on("error", () => undefined);
      await client.connect();
    }
    const [one, other] = clients;
    const first = await processOf(one);
    for (let round = 0; round < roundsMax; round++) {
      await other.query("begin");
      if ((await processOf(other)) === first || (await processOf(one)) !== first) return true;
      await other.query("commit");
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Database name and address in a `DATABASE_URL`, for people to read, without the password. */
export function nameOfDatabase(url: string): string {
  return `${new pg.Client({ connectionString: url }).database} at ${describeAddress(url)}`;
}

function describeAddress(at: DatabaseAddress | string): string {
  if (typeof at !== "string") return at.host.startsWith("/") ? at.host : `${at.host}:${at.port}`;
  const client = new pg.Client({ connectionString: at });
  return `${client.host}:${client.port} (DATABASE_URL)`;
}

function readable(error: unknown): string {
  if (error instanceof AggregateError) return readable(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replaceAll(/[\r\n]+/gu, " ").replace(/\.$/u, "");
}
