import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { uploadBytesMax, uploadBytesUsualMax } from "@cuplaj/protocol/limits.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { misspelledSettings } from "./misspelled-settings.ts";
import { pusherApps, weakSecrets } from "./pusher-apps.ts";
import { fileCheckCommand } from "./file-check-command.ts";
import { readEmbed } from "./read-embed.ts";
import { readLimits } from "./read-limits.ts";
import { readStorage } from "./read-storage.ts";
import { readTexts } from "./read-texts.ts";
import { readPush } from "./read-push.ts";
import { readErrorReports } from "./read-error-reports.ts";
import { readWebhook } from "./read-webhook.ts";
import {
  isHost,
  isLoopbackHost,
  isOrigin,
  isUrlOf,
  type Kind,
  oneOf,
  origins,
  readFrom,
  type ReadSetting,
  refuse,
  refuseUnused,
  secret,
  text,
  userNames,
  wholeNumber,
} from "./settings.ts";

/** The settings of this process, validated and typed (RUN-6). */
export type Config = ReturnType<typeof readConfig>;

const nodeEnv = text("any word; production is the one that counts", null);

/** Whether this process's output is for machines, even if its settings are invalid. */
export const isInProduction = (): boolean => readFrom(process.env)("NODE_ENV", nodeEnv) === "production";

/** Reads the environment, then `.env` of the working folder for unset names; throws a StartupProblem that names an invalid setting. */
export function loadConfig(): Config {
  const file = resolve(".env");
  try {
    if (existsSync(file)) process.loadEnvFile(file);
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read (${reasonOf(error)}).`);
  }
  return readConfig(process.env, process.cwd());
}

/** The same from a given environment; relative paths start at `folder`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, folder: string) {
  const names = new Set<string>();
  const read = readFrom(environment, (name) => names.add(name));
  const isProduction = read("NODE_ENV", nodeEnv) === "production";
  const reach = readReach(read);
  const { isPublic } = reach;
  const { weakSecrets, ...apps } = readPusherApps(read, isPublic);
  const config = {
    ...reach,
    ...apps,
    ...readLimits(read, isPublic),
    isProduction,
    tls: readTls(read, reach.port, folder),
    /** Absolute path. */
    dataDir: resolve(folder, read("DATA_DIR", text("the path of a folder", "./data"))),
    databaseUrl: read("DATABASE_URL", databaseUrl),
    databasePoolSize: read("DATABASE_POOL_SIZE", wholeNumber(2, 500, 12)),
    /** Sends waiting or under way at once (WRITE-3). */
    publishQueueMax: read("PUBLISH_QUEUE_MAX", wholeNumber(1, 1_000_000, 5000)),
    redisUrl: read("REDIS_URL", secret("an address such as redis://host:6379", isUrlOf(["redis:", "rediss:"]))),
    /** RUN-9: Whether to fill an empty database with the demo; if not, accounts of an earlier demo are hidden too. */
    isDemo: readDemo(read, isPublic, isProduction),
    /** MSG-3: Longest file in bytes. */
    uploadBytesMax: read("UPLOAD_BYTES_MAX", wholeNumber(1024, uploadBytesMax, uploadBytesUsualMax)),
    ...readStorage(read),
    /** MSG-3f: The program that checks every file, with its arguments; null for none. */
    fileCheckCommand: read("FILE_CHECK_COMMAND", fileCheckCommand),
    /** ERP-1d: Usernames of staff who join every new offer's room. */
    offerStaff: read("OFFER_STAFF", userNames),
    /** OFF-1c: Days to keep earlier versions of an offer. */
    offerVersionsDays: read("OFFER_VERSIONS_DAYS", wholeNumber(1, 36_500, 365)),
    /** KEEP-5: Days to keep texts of messages; null for ever. */
    retentionDays: read("RETENTION_DAYS", wholeNumber(1, 36_500, null)),
    /** AUD-2: Days to keep entries of the audit log. */
    auditDays: read("AUDIT_DAYS", wholeNumber(1, 36_500, 400)),
    /** TFA-1: Whether staff need a second factor. */
    twoFactor: read("TWO_FACTOR", oneOf(["off", "staff"], "off")),
    allowedOrigins: read("ALLOWED_ORIGINS", origins),
    ...readEmbed(read),
    /** SW-1g: Whether browsers get the service worker, or an empty one that removes it. */
    hasServiceWorker: read("SERVICE_WORKER", oneOf(["on", "off"], "on")) === "on",
    ...readTexts(read),
    ...readWebhook(read),
    ...readPush(read, reach),
    errorReports: readErrorReports(read, reach.host),
    metricsToken: read(
      "METRICS_TOKEN",
      secret("a text of at least 16 characters", (given) => given.length >= 16),
    ),
    logLevel: read("LOG_LEVEL", oneOf(["silent", "fatal", "error", "warn", "info", "debug", "trace"], "info")),
  };
  const warnings = [...weakSecrets, ...misspelledSettings(Object.keys(environment), names)];
  return { ...config, warnings };
}

const publicOrigin: Kind<string | null> = {
  allowed: "the address people open, such as https://chat.example.ro, without a path",
  fallback: null,
  parse: (given) =>
    isUrlOf(["http:", "https:"])(given) && isOrigin(given.replace(/\/$/u, "")) ? new URL(given).origin : undefined,
};
const databaseUrl = secret(
  "an address such as postgresql://user:password@host:5432/database",
  isUrlOf(["postgres:", "postgresql:"]),
);

function readReach(read: ReadSetting) {
  const host = read("HOST", text("an IP address or host name of this machine", "127.0.0.1", isHost));
  const publicUrl = read("PUBLIC_URL", publicOrigin);
  const proxies = read("TRUST_PROXY", wholeNumber(0, 9, null));
  const isNamed = publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname);
  refuse(
    publicUrl === null && !isLoopbackHost(host),
    `PUBLIC_URL is not set: with HOST ${host} it must be the address people open, such as https://chat.example.ro.`,
  );
  // LIVE-1: Beyond this machine the live connection is always encrypted, so a page over plain HTTP could not use it.
  refuse(
    isNamed && publicUrl.startsWith("http:"),
    `PUBLIC_URL is "${publicUrl}"; allowed is an https address, plain http only for this machine.`,
  );
  // SEC-8: Unset, everybody behind the proxy would share one address, and five bad guesses would lock everybody out.
  refuse(
    isNamed && isLoopbackHost(host) && proxies === null,
    `TRUST_PROXY is not set: with HOST ${host} and a public PUBLIC_URL it must be 1 behind one proxy, or 0 where none stands in front (a tunnel, a forwarded port).`,
  );
  return {
    host,
    port: read("PORT", wholeNumber(0, 65_535, 8080)),
    /** The origin that people open, unless it is the one this process listens on. */
    publicUrl,
    /** Others than this machine can reach it, by `HOST` or `PUBLIC_URL`. */
    isPublic: isNamed || !isLoopbackHost(host),
    /** Number of proxies trusted for the client's address. */
    trustedProxies: proxies ?? 0,
  };
}

function readTls(read: ReadSetting, plainPort: number, folder: string) {
  const file = text("the path of a PEM file", null);
  const [certFile, keyFile] = [read("TLS_CERT_FILE", file), read("TLS_KEY_FILE", file)];
  const port = read("TLS_PORT", wholeNumber(0, 65_535, 8443));
  if (certFile === null && keyFile === null) {
    refuseUnused(read, ["TLS_PORT"], "without TLS_CERT_FILE and TLS_KEY_FILE");
    return null;
  }
  if (certFile === null || keyFile === null) {
    const [set, missing] = certFile === null ? ["TLS_KEY_FILE", "TLS_CERT_FILE"] : ["TLS_CERT_FILE", "TLS_KEY_FILE"];
    throw new StartupProblem(`${missing} is not set: ${set} and ${missing} are allowed only together.`);
  }
  refuse(port !== 0 && port === plainPort, `TLS_PORT is "${port}"; allowed is another port than PORT.`);
  return { certFile: resolve(folder, certFile), keyFile: resolve(folder, keyFile), port };
}

function readDemo(read: ReadSetting, isPublic: boolean, isProduction: boolean): boolean {
  const given = read(
    "DEMO",
    text("1 or 0", null, (word) => word === "0" || word === "1"),
  );
  refuse(
    given === "1" && isProduction,
    "DEMO is 1: in production only 0 is allowed, since anybody may know a demo's passwords.",
  );
  return given === null ? !isPublic && !isProduction : given === "1";
}

function readPusherApps(read: ReadSetting, isPublic: boolean) {
  const isKey = (given: string): boolean => /^[A-Za-z0-9_-]{1,64}$/u.test(given);
  const pusherApp = {
    id: read(
      "PUSHER_APP_ID",
      text("a number", null, (given) => /^[0-9]{1,18}$/u.test(given)),
    ),
    key: read("PUSHER_APP_KEY", text("1 to 64 letters, digits, dashes and underscores", null, isKey)),
    secret: read(
      "PUSHER_APP_SECRET",
      secret("a text of at least 8 characters", (given) => given.length >= 8),
    ),
  };
  const furtherPusherApps = read("PUSHER_APPS", pusherApps);
  const weak = weakSecrets(pusherApp.secret, furtherPusherApps);
  refuse(isPublic && weak.length > 0, weak[0] ?? "");
  return {
    /** Our own application; unset (null) parts are generated once and stored. */
    pusherApp,
    furtherPusherApps,
    /** Sentences for the log: weak secrets, which would be refused if others could reach the server. */
    weakSecrets: weak,
  };
}
