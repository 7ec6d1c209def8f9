import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "./database.ts";
import { makeSecretFile } from "./secret-file.ts";

/** Where the password of our own PostgreSQL's superuser lies; the role that we work as has another. */
export function superuserPasswordFile(dataDir: string): string {
  return join(dataDir, "postgres-superuser-password");
}

/** SQLSTATE of a wrong password. */
const wrongPassword = "28P01";

/**
 * The superuser of our own PostgreSQL, by a password that only files of `DATA_DIR` know: a hole in our SQL must not lead to it.
 * Clusters of earlier versions had one password for both and get another here, once; `own` is the role that we work as.
 */
export async function takeSuperuser(dataDir: string, own: DatabaseAddress): Promise<DatabaseAddress> {
  const file = superuserPasswordFile(dataDir);
  const superuser = { ...own, user: "postgres", database: "postgres" };
  if (existsSync(file)) return { ...superuser, password: readFileSync(file, "utf8").trim() };
  const unfinished = `${file}.new`;
  // Empty where a start was interrupted, or the disk was full, before anything was written.
  const made = existsSync(unfinished) ? readFileSync(unfinished, "utf8").trim() : "";
  // A start that was interrupted between the two may have changed the password already.
  const isChanged = made !== "" && (await logsIn({ ...superuser, password: made }));
  const password = isChanged ? made : makeSecretFile(unfinished);
  if (!isChanged) await changePassword(superuser, password, file);
  renameSync(unfinished, file);
  return { ...superuser, password };
}

async function logsIn(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client({ ...address });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isWrongPassword(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function changePassword(superuser: DatabaseAddress, password: string, file: string): Promise<void> {
  const client = new pg.Client({ ...superuser });
  try {
    await client.connect();
    await client.query(`alter role postgres password ${client.escapeLiteral(password)}`);
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    throw new StartupProblem(
      `${file} is missing, the password of the superuser of the database beside it: put it back from a backup.`,
    );
  } finally {
    await client.end();
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === wrongPassword;
