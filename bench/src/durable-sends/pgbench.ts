import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import { type Workload, sentence } from "./workload.ts";
import { quantile } from "./quantile.ts";

/** How often a script ran per second, and the median duration of a run, ms. */
export interface PgbenchFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
}

const moveHead = `update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1,
    updated_at = greatest(updated_at, now()), active_minute = greatest(active_minute, room_minute(now()))
  where id = :room`;
const newMessage = `'${sentence} ~123456789.123~', gen_random_uuid(), now()`;

/** pgbench scripts that write the rows of one message in one transaction, without deduplicating by `client_id` or looking up recipients. */
const transactions = {
  /** One prepared statement, the cheapest way. */
  "one statement": `with head as (${moveHead} returning id, last_seq, messages_total), message as (
  insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
  select id, last_seq, messages_total, :person, ${newMessage} from head
)
update memberships m set read_seq = head.last_seq, read_ordinal = head.messages_total
from head where m.room_id = head.id and m.participant_id = :person;
`,
  /** Several statements, as most programs would use. */
  "statement by statement": `begin;
${moveHead} returning last_seq, messages_total \\gset
insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
  values (:room, :last_seq, :messages_total, :person, ${newMessage});
update memberships set read_seq = :last_seq, read_ordinal = :messages_total
  where room_id = :room and participant_id = :person;
commit;
`,
} as const;

export type PgbenchForm = keyof typeof transactions;

export const messageRows = (plan: Workload, form: PgbenchForm): string => `\\set room random(1, ${plan.rooms})
\\set person 1 + (:room - 1) % ${plan.senders}
${transactions[form]}`;

export function runPgbench(
  at: DatabaseAddress,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): PgbenchFigures {
  const folder = mkdtempSync(join(tmpdir(), "bench-pgbench-"));
  try {
    const file = join(folder, "rows.sql");
    writeFileSync(file, script);
    const words = ["--no-vacuum", "--protocol=prepared", `--client=${clients}`, `--jobs=${Math.min(2, clients)}`];
    const log = join(folder, "times");
    const run = spawnSync(
      pgbenchProgram(),
      [...words, `--time=${seconds}`, "--log", `--log-prefix=${log}`, `--file=${file}`],
      {
        env: {
          PATH: process.env["PATH"],
          PGHOST: at.host,
          PGPORT: String(at.port),
          PGUSER: at.user,
          PGPASSWORD: at.password,
          PGDATABASE: at.database,
        },
        encoding: "utf8",
      },
    );
    const perSecond = Number(/^tps = (\d+(?:\.\d+)?)/mu.exec(run.stdout)?.[1]);
    if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench failed: ${run.stderr}`);
    return { perSecond, p50Ms: medianOfLogs(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median duration in pgbench's logs. The third field of a line is the duration of a transaction in microseconds. */
function medianOfLogs(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.startsWith("times."));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return (
    quantile(
      lines.map((line) => Number(line.split(" ")[2])),
      0.5,
    ) / 1000
  );
}

/** Finds pgbench, first in Debian's folder, then on PATH. */
function pgbenchProgram(): string {
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(installed, version, "bin/pgbench")).filter((file) => existsSync(file));
  if (found[0] !== undefined) return found[0];
  try {
    return execFileSync("which", ["pgbench"], { encoding: "utf8" }).trim();
  } catch {
    throw new Error("pgbench is not installed (on Debian: apt-get install postgresql-contrib)");
  }
}
