import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "./database.ts";
import { makeSecretFile } from "./secret-file.ts";

/** Password file of our PostgreSQL role. The role is not a superuser, so that a hole in our SQL does not expose the machine. */
export function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres-password");
}

/** The superuser's password file; servers use it only at startup. */
export function superuserPasswordFile(dataDir: string): string {
  return join(dataDir, "postgres-superuser-password");
}

/** SQLSTATE of a wrong password. */
const wrongPassword = "28P01";

/** Returns the password in a file; creates a missing one unless the database is in use. */
export function ensurePassword(file: string, isInUse: boolean): string {
  if (existsSync(file)) return readPassword(file);
  if (isInUse) {
    throw new StartupProblem(`${file}, the password of the database next to it, is missing: restore it from a backup.`);
  }
  const password = makeSecretFile(`${file}.new`);
  renameSync(`${file}.new`, file);
  return password;
}

export function ownAddress(dataDir: string, endpoint: Pick<DatabaseAddress, "host" | "port">): DatabaseAddress {
  const { host, port } = endpoint;
  return { host, port, user: "cuplaj", password: readPassword(passwordFile(dataDir)), database: "cuplaj" };
}

export function superuserAddress(dataDir: string, own: DatabaseAddress): DatabaseAddress {
  return { ...own, user: "postgres", database: "postgres", password: readPassword(superuserPasswordFile(dataDir)) };
}

/** Creates our role and database if missing; returns the superuser. */
export async function prepareRoles(dataDir: string, own: DatabaseAddress): Promise<DatabaseAddress> {
  const superuser = await takeSuperuser(dataDir, own);
  await connected(superuser, async (client) => {
    const role = client.escapeIdentifier(own.user);
    const database = client.escapeIdentifier(own.database);
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = $1", [own.user]);
    if (roles === 0) await client.query(`create role ${role} login password ${client.escapeLiteral(own.password)}`);
    const { rowCount: databases } = await client.query("select from pg_database where datname = $1", [own.database]);
    if (databases === 0) await client.query(`create database ${database} owner ${role}`);
  });
  return superuser;
}

/** Protects the superuser with a password that is stored only in files of `DATA_DIR`, out of reach of our SQL. */
async function takeSuperuser(dataDir: string, own: DatabaseAddress): Promise<DatabaseAddress> {
  const file = superuserPasswordFile(dataDir);
  if (existsSync(file)) return superuserAddress(dataDir, own);
  const superuser = { ...own, user: "postgres", database: "postgres" };
  const unfinished = `${file}.new`;
  // The file is empty if startup was interrupted, or the disk was full, before anything was written.
  const made = existsSync(unfinished) ? readPassword(unfinished) : "";
  // A startup that was interrupted here may already have changed the password.
  const isChanged = made !== "" && (await isLoginAllowed({ ...superuser, password: made }));
  const password = isChanged ? made : makeSecretFile(unfinished);
  if (!isChanged) await changePassword(superuser, password, file);
  renameSync(unfinished, file);
  return { ...superuser, password };
}

const readPassword = (file: string): string => readFileSync(file, "utf8").trim();

async function isLoginAllowed(address: DatabaseAddress): Promise<boolean> {
  return await connected(address, () => Promise.resolve(true)).catch((error: unknown) => {
    if (reasonOf(error) === wrongPassword) return false;
    throw error;
  });
}

async function changePassword(superuser: DatabaseAddress, password: string, file: string): Promise<void> {
  await connected(superuser, async (client) => {
    await client.query(`alter role postgres password ${client.escapeLiteral(password)}`);
  }).catch((error: unknown) => {
    if (reasonOf(error) !== wrongPassword) throw error;
    throw new StartupProblem(`${file}, the password of the database superuser, is missing: restore it from a backup.`);
  });
}

async function connected<T>(address: DatabaseAddress, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address });
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end();
  }
}
