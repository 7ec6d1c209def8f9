import { rm, writeFile } from "node:fs/promises";
import pg from "pg";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { connectionSettings } from "../storage/database.ts";
import { addDump, type CopiedDatabase } from "./back-up.ts";
import { findProgram, programMissing, runProgram } from "./postgres-programs.ts";

/** The database of a `DATABASE_URL`, copied by `pg_dump` in its state at the start. Throws a StartupProblem if the program is missing. */
export async function dumpedDatabase(url: string, stop: AbortSignal): Promise<CopiedDatabase> {
  const { major, bytes } = await ask(url);
  const program = await findProgram("pg_dump", major);
  if (program === null) throw programMissing("pg_dump", major, url);
  return {
    kind: "dump",
    major,
    bytes: () => Promise.resolve(bytes),
    async copy(archive, dump) {
      await rm(dump, { force: true });
      // `pg_dump` keeps the permissions of an existing file.
      await writeFile(dump, "", { mode: 0o600, flag: "wx" });
      try {
        const words = ["--format=custom", "--no-owner", "--no-privileges", `--file=${dump}`];
        await runProgram(program, { url, words, stop });
        await addDump(archive, dump);
      } finally {
        await rm(dump, { force: true });
      }
    },
  };
}

/** Returns a function that restores a dump; throws unless the database of `DATABASE_URL` is empty and `pg_restore` is installed. */
export async function dumpRestorer(url: string): Promise<(dump: string) => Promise<void>> {
  const { major, isEmpty } = await ask(url);
  if (!isEmpty)
    throw new StartupProblem("The database of DATABASE_URL is not empty: create another one, or drop this one first.");
  const program = await findProgram("pg_restore", major);
  if (program === null) throw programMissing("pg_restore", major, url);
  return (dump) =>
    runProgram(program, {
      url,
      words: ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", dump],
    });
}

async function ask(url: string): Promise<{ major: number; bytes: number; isEmpty: boolean }> {
  const client = new pg.Client(connectionSettings(url));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ major: number; bytes: number; isEmpty: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major, pg_database_size(current_database()) as bytes,
        not exists (select from pg_class where relnamespace = 'public'::regnamespace) as "isEmpty"`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error("the database answered nothing");
    return found;
  } finally {
    await client.end();
  }
}
