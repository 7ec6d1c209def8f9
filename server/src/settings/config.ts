import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { misspelledSettings } from "./misspelled-settings.ts";
import { readPusherApps } from "./pusher-apps.ts";
import { readEmbed } from "./read-embed.ts";
import { readLimits } from "./read-limits.ts";
import { readStorage } from "./read-storage.ts";
import { readTexts } from "./read-texts.ts";
import { readInboundMail } from "./read-inbound-mail.ts";
import { readMail } from "./read-mail.ts";
import { readPush } from "./read-push.ts";
import { readReach } from "./read-reach.ts";
import { readErrorReports } from "./read-error-reports.ts";
import { readVinDecoder } from "./read-vin-decoder.ts";
import { readWebhook } from "./read-webhook.ts";
import {
  isUrlOf,
  oneOf,
  origins,
  readFrom,
  type ReadSetting,
  refuse,
  refuseUnused,
  secret,
  type Setting,
  text,
  userNames,
  wholeNumber,
} from "./settings.ts";

/** The settings of this process, checked and typed (RUN-6). */
export type Config = ReturnType<typeof readConfig>;

const readNodeEnv = (read: ReadSetting): boolean =>
  read(
    "NODE_ENV",
    text("any word; only production has an effect", null),
    "`production`: no demo, JSON logs, no installing or building.",
  ) === "production";

/** Whether this process runs in production and must print JSON; works even if other settings are invalid. */
export const isInProduction = (): boolean => readNodeEnv(readFrom(process.env));

/** Reads the environment, and the `.env` of the working folder, which has lower priority. Throws a StartupProblem that names an invalid setting. */
export function loadConfig(): Config {
  const file = resolve(".env");
  try {
    if (existsSync(file)) process.loadEnvFile(file);
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read (${reasonOf(error)}).`);
  }
  return readConfig(process.env, process.cwd());
}

/** Reads settings from a given environment; relative paths are resolved from `folder`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, folder: string) {
  const names = new Set<string>();
  const { weakSecrets, ...config } = readAll(
    readFrom(environment, ({ name }) => names.add(name)),
    folder,
  );
  /** Sentences to write to the log. */
  const warnings = [...weakSecrets, ...misspelledSettings(Object.keys(environment), names)];
  return { ...config, warnings };
}

/** All settings, for `docs/settings.md`. */
export function listSettings(): readonly Setting[] {
  const settings: Setting[] = [];
  readAll(
    readFrom({}, (setting) => settings.push(setting)),
    "/",
  );
  return settings;
}

function readAll(read: ReadSetting, folder: string) {
  const isProduction = readNodeEnv(read);
  const reach = readReach(read);
  const { isPublic } = reach;
  const apps = readPusherApps(read, isPublic);
  return {
    ...reach,
    ...apps,
    ...readLimits(read, isPublic),
    isProduction,
    tls: readTls(read, reach.port, folder),
    ...readDatabase(read, folder),
    /** Whether an empty database is filled with the demo; if not, the accounts of an earlier demo are hidden too (RUN-9). */
    isDemo: readDemo(read, isPublic, isProduction),
    ...readStorage(read),
    ...readOffersAndAges(read),
    twoFactor: read(
      "TWO_FACTOR",
      oneOf(["off", "staff"], "off"),
      "`staff`: agents and ERP users also enter a code from an app.",
    ),
    allowedOrigins: read("ALLOWED_ORIGINS", origins, "Other origins that may open live connections."),
    ...readEmbed(read),
    /** SW-1g: whether browsers get the service worker, or an empty one that removes itself. */
    hasServiceWorker:
      read("SERVICE_WORKER", oneOf(["on", "off"], "on"), "`off` removes the service worker from browsers.") === "on",
    ...readTexts(read),
    ...readWebhook(read),
    ...readVinDecoder(read),
    ...readPush(read, reach),
    ...readMail(read),
    ...readInboundMail(read),
    errorReports: readErrorReports(read, reach.host),
    metricsToken: read(
      "METRICS_TOKEN",
      secret("a text of at least 16 characters", (given) => given.length >= 16),
      "Bearer token for `/metrics`; unset, only direct connections over loopback can read them.",
    ),
    logLevel: read(
      "LOG_LEVEL",
      oneOf(["silent", "fatal", "error", "warn", "info", "debug", "trace"], "info"),
      "Lowest level logged.",
    ),
  };
}

function readDatabase(read: ReadSetting, folder: string) {
  return {
    /** Absolute path. */
    dataDir: resolve(
      folder,
      read(
        "DATA_DIR",
        text("the path of a folder", "./data"),
        "Folder for Cuplaj's own PostgreSQL, files and secrets.",
      ),
    ),
    databaseUrl: read("DATABASE_URL", databaseUrl, "PostgreSQL 15 or newer; unset, Cuplaj runs its own."),
    databasePoolSize: read(
      "DATABASE_POOL_SIZE",
      wholeNumber(2, 500, 12, "connections"),
      "Database connections per process.",
    ),
    /** Sends that may be waiting or in progress at once (WRITE-3). */
    publishQueueMax: read(
      "PUBLISH_QUEUE_MAX",
      wholeNumber(1, 1_000_000, 5000, "messages"),
      "Messages queued or being stored per process; beyond it, publishing returns 503.",
    ),
    redisUrl: read(
      "REDIS_URL",
      secret("an address such as redis://host:6379", isUrlOf(["redis:", "rediss:"])),
      "Redis; required if several processes share a database.",
    ),
  };
}

function readOffersAndAges(read: ReadSetting) {
  return {
    /** ERP-1d: usernames of the staff who join the room of each new offer. */
    offerStaff: read("OFFER_STAFF", userNames, "Staff who join each new offer's room."),
    /** OFF-1b: how long all earlier versions of an offer are kept. */
    offerVersionsDays: read(
      "OFFER_VERSIONS_DAYS",
      wholeNumber(1, 36_500, 365, "days"),
      "Age at which earlier versions of offers are deleted, except the newest 20.",
    ),
    /** KEEP-5: how long messages keep their text and file (days); null means forever. */
    retentionDays: read(
      "RETENTION_DAYS",
      wholeNumber(1, 36_500, null, "days"),
      "Age at which texts and files of messages are deleted; unset, never.",
    ),
    /** AUD-1: how long audit entries are kept. */
    auditDays: read("AUDIT_DAYS", wholeNumber(1, 36_500, 400, "days"), "Age at which audit entries are deleted."),
  };
}

const databaseUrl = secret(
  "an address such as postgresql://user:password@host:5432/database",
  isUrlOf(["postgres:", "postgresql:"]),
);

function readTls(read: ReadSetting, plainPort: number, folder: string) {
  const file = text("the path of a PEM file", null);
  const [certFile, keyFile] = [
    read("TLS_CERT_FILE", file, "TLS certificate with its chain, to serve HTTPS without a proxy."),
    read("TLS_KEY_FILE", file, "Private key of `TLS_CERT_FILE`."),
  ];
  const port = read("TLS_PORT", wholeNumber(0, 65_535, 8443), "Port for HTTPS, with `TLS_CERT_FILE`.");
  if (certFile === null && keyFile === null) {
    refuseUnused(read, ["TLS_PORT"], "without TLS_CERT_FILE and TLS_KEY_FILE");
    return null;
  }
  if (certFile === null || keyFile === null) {
    const [set, missing] = certFile === null ? ["TLS_KEY_FILE", "TLS_CERT_FILE"] : ["TLS_CERT_FILE", "TLS_KEY_FILE"];
    throw new StartupProblem(`${missing} is not set: ${set} and ${missing} must be set together.`);
  }
  refuse(port !== 0 && port === plainPort, `TLS_PORT is "${port}"; allowed is a port other than PORT.`);
  return { certFile: resolve(folder, certFile), keyFile: resolve(folder, keyFile), port };
}

function readDemo(read: ReadSetting, isPublic: boolean, isProduction: boolean): boolean {
  const given = read(
    "DEMO",
    text("1 or 0", null, (word) => word === "0" || word === "1"),
    "`1` fills an empty database with a demo; unset is `1` only on loopback outside production.",
  );
  refuse(given === "1" && isProduction, "DEMO is 1: in production only 0 is allowed, since demo passwords are public.");
  return given === null ? !isPublic && !isProduction : given === "1";
}
