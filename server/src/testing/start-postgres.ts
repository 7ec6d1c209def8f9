import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";

/** Address of the tests' PostgreSQL, and the migrated database that each test file copies. */
export interface TestPostgres {
  /** A database that is used only to create and drop others. */
  readonly url: string;
  readonly template: string;
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Vitest's global setup: one PostgreSQL for the whole run, or the one of `DATABASE_URL` (RUN-3). Returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `cuplaj_template_${randomBytes(6).toString("hex")}`;
  await query(server.url, `create database ${template}`);
  await bringUpToDate(databaseUrl(server.url, template));
  project.provide("postgres", { url: server.url, template });
  return async () => {
    await query(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs a statement outside the connections of the tests. */
export async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function findServer(): Promise<TestServer> {
  const given = process.env["DATABASE_URL"];
  if (given !== undefined && given !== "") return { url: given, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
  chmodSync(dataDir, 0o711);
  const templates = process.env["DATA_TEMPLATES"];
  if (templates !== undefined) execFileSync("cp", ["-a", `${join(templates, "empty")}/.`, dataDir]);
  const own = await startOwnPostgres({ dataDir, clock: systemClock, log: silentLog, isDurable: false });
  const { host, port, password } = own.superuser;
  const url = host.startsWith("/")
    ? `postgresql://postgres:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
    : `postgresql://postgres:${password}@${host}:${port}/postgres`;
  return {
    url,
    async stop() {
      await own.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
