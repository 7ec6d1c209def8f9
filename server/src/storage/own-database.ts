import pg from "pg";
import type { DatabaseAddress } from "./database.ts";

/**
 * Makes our role and database inside our own PostgreSQL where they are missing. The role is not a superuser, so that
 * a hole in our SQL would not be a hole in the machine.
 */
export async function createOwnDatabase(superuser: DatabaseAddress, address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...superuser });
  await client.connect();
  try {
    const role = client.escapeIdentifier(address.user);
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = $1", [address.user]);
    if (roles === 0) await client.query(`create role ${role} login password ${client.escapeLiteral(address.password)}`);
    const { rowCount: databases } = await client.query("select from pg_database where datname = $1", [
      address.database,
    ]);
    if (databases === 0) {
      await client.query(`create database ${client.escapeIdentifier(address.database)} owner ${role}`);
    }
  } finally {
    await client.end();
  }
}
