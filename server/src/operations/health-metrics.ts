import { type StorageTrouble, storageTroubles } from "@cuplaj/protocol/storage-header.ts";
import { statfs } from "node:fs/promises";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { freeBytesOf } from "../kernel/free-bytes.ts";
import { type SecurityEvent, securityEventNames } from "../kernel/security-log.ts";
import type { Readiness } from "./readiness.ts";

export interface HealthSources {
  readonly readiness: Pick<Readiness, "check">;
  /** Null if the storage does not report it, or does not respond. */
  readonly storageFreeBytes: () => number | null;
  readonly dataDir: string;
  readonly version: string;
  /** The newest migration known to this version; the server runs on no other schema. */
  readonly newestMigration: string;
  readonly migrationsRun: number;
}

/** OPS-2: state and latency of database and bus, free disk space, security events and limits. */
export function addHealthMetrics(registry: Registry, sources: HealthSources) {
  const registers = [registry];
  addReadinessGauges(registers, sources.readiness);
  addDiskGauges(registers, sources.dataDir);
  addGauge(
    registers,
    "cuplaj_storage_free_bytes",
    "Free bytes where files are stored; absent with S3 or while away",
    async () => sources.storageFreeBytes(),
  );
  addVersionGauges(registers, sources);
  const held = new Histogram({
    name: "cuplaj_database_seconds",
    help: "Time that a statement or transaction held a connection",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const security = new Counter({
    name: "cuplaj_security_events_total",
    help: "Security events by name in the log, such as sign-in.failed",
    labelNames: ["event"],
    registers,
  });
  // Every counter starts at 0, since alarms detect only increases.
  for (const event of securityEventNames) security.inc({ event }, 0);
  const storageErrors = new Counter({
    name: "cuplaj_storage_errors_total",
    help: "Failures to store a file, by kind",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of storageTroubles) storageErrors.inc({ kind }, 0);
  const refused = new Counter({
    name: "cuplaj_sockets_refused_total",
    help: "Handshakes refused and sockets closed by a limit, by reason",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of ["rate", "sockets", "capacity"]) refused.inc({ reason }, 0);
  return {
    observeDatabase: (seconds: number): void => held.observe(seconds),
    countSecurity: (event: SecurityEvent): void => security.inc({ event }),
    countStorageError: (kind: StorageTrouble): void => storageErrors.inc({ kind }),
    countRefused: (reason: string): void => refused.inc({ reason }),
  };
}

type Registers = Registry[];
type Report = Awaited<ReturnType<Readiness["check"]>>;

/** Reads a value on each scrape; null leaves the metric without a sample. */
function addGauge(registers: Registers, name: string, help: string, ask: () => Promise<number | null>): void {
  const gauge = new Gauge({
    ...{ name, help, registers },
    async collect() {
      const value = await ask();
      if (value === null) gauge.remove();
      else gauge.set(value);
    },
  });
}

function addReadinessGauges(registers: Registers, readiness: HealthSources["readiness"]): void {
  const add = (name: string, help: string, isTrue: (report: Report) => boolean): void =>
    addGauge(registers, name, help, async () => Number(isTrue(await readiness.check())));
  add("cuplaj_database_up", "Whether the database answers", ({ database }) => database === "up");
  add("cuplaj_database_writes", "Whether the database accepts writes", ({ writes }) => writes);
  add("cuplaj_storage_up", "Whether files can be stored", ({ storage }) => storage === "up");
  add("cuplaj_bus_up", "Whether messages reach the other processes", ({ bus }) => bus === "up");
}

function addDiskGauges(registers: Registers, dataDir: string): void {
  // The value is null while the disk is unreachable.
  const add = (name: string, help: string, count: (path: string) => Promise<number>): void =>
    addGauge(registers, name, help, async () => await count(dataDir).catch(() => null));
  add("cuplaj_data_free_bytes", "Free bytes on the disk of DATA_DIR", freeBytesOf);
  add("cuplaj_data_size_bytes", "Size of the disk of DATA_DIR", async (path) => {
    const { blocks, bsize } = await statfs(path);
    return blocks * bsize;
  });
}

function addVersionGauges(registers: Registers, { version, newestMigration, migrationsRun }: HealthSources): void {
  new Gauge({
    name: "cuplaj_version_info",
    help: "1 for the running version and its newest migration",
    labelNames: ["version", "migration"],
    registers,
  }).set({ version, migration: newestMigration }, 1);
  new Gauge({ name: "cuplaj_migrations_run", help: "Migrations run at this start", registers }).set(migrationsRun);
}
