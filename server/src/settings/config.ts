import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import type { LogLevel } from "../kernel/log.ts";
import { isLoopbackHost, isWeakSecret, listed, PusherAppEntry, Settings, wordingOf } from "./settings.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** The settings of this process, checked and typed (RUN-6). */
export interface Config {
  readonly isProduction: boolean;
  /** Others than this machine reach it, by `HOST` or `PUBLIC_URL`. */
  readonly isPublic: boolean;
  readonly host: string;
  readonly port: number;
  /** Origin that people open, when it is not the one this process listens on. */
  readonly publicUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Sends that may wait or be under way at once (WRITE-3). */
  readonly publishQueueMax: number;
  readonly redisUrl: string | null;
  /** `when-empty` fills an empty database with the demo; `never` also hides accounts of a demo of before (RUN-9). */
  readonly demo: "when-empty" | "never";
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly port: number } | null;
  /** Parts of the first application that are set; what is null is made once and kept. */
  readonly pusherApp: { readonly id: string | null; readonly key: string | null; readonly secret: string | null };
  readonly furtherPusherApps: readonly Static<typeof PusherAppEntry>[];
  readonly allowedOrigins: readonly string[];
  readonly embedOrigins: readonly string[];
  readonly metricsToken: string | null;
  /** How many proxies in front are believed about the client's address. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  readonly isLimited: boolean;
  readonly limits: Pick<Settings, Extract<keyof Settings, `LIMIT_${string}`>>;
  /** Sentences for the log: what is taken here and would be refused where others reach the server. */
  readonly warnings: readonly string[];
}

const settingSchemas = Object.entries(Settings.properties) as [keyof Settings, TSchema][];

/** Reads `.env` of the working folder and the environment, which wins; throws a StartupProblem that names a wrong setting. */
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
export function readConfig(environment: Readonly<Record<string, string | undefined>>, folder: string): Config {
  const settings = readSettings(environment);
  checkTogether(settings);
  return {
    isProduction: isProduction(settings),
    isPublic: isPublic(settings),
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL === undefined ? null : new URL(settings.PUBLIC_URL).origin,
    dataDir: resolve(folder, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    publishQueueMax: settings.PUBLISH_QUEUE_MAX,
    redisUrl: settings.REDIS_URL ?? null,
    demo: wantsDemo(settings) ? "when-empty" : "never",
    tls: tls(settings, folder),
    pusherApp: pusherApp(settings),
    furtherPusherApps: furtherPusherApps(settings),
    allowedOrigins: listed(settings.ALLOWED_ORIGINS ?? ""),
    embedOrigins: listed(settings.EMBED_ORIGINS ?? ""),
    metricsToken: settings.METRICS_TOKEN ?? null,
    trustedProxies: settings.TRUST_PROXY ?? 0,
    logLevel: settings.LOG_LEVEL,
    isLimited: settings.LIMITS === "on",
    limits: settings,
    warnings: isPublic(settings) ? [] : weakSecrets(settings),
  };
}

function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of settingSchemas) {
    const given = environment[name]?.trim() ?? "";
    if (given === "") {
      if ("default" in schema) values[name] = schema.default;
      continue;
    }
    const isNumber = "type" in schema && schema.type === "integer" && /^\d{1,15}$/u.test(given);
    values[name] = isNumber ? Number(given) : given;
    refuse(!Check(schema, values[name]), wrongSetting(name, given));
  }
  if (!Check(Settings, values)) throw new Error("the settings do not match their schema though each of them does");
  return values;
}

function wrongSetting(name: keyof Settings, given: string): string {
  const { allowed, isSecret } = wordingOf(Settings.properties[name]);
  return `${name} is ${isSecret === true ? "not valid" : JSON.stringify(given)}; allowed is ${allowed}.`;
}

/** Settings that are each right and wrong beside one another. */
function checkTogether(settings: Settings): void {
  checkPublicUrl(settings);
  const isOff = settings.LIMITS === "off";
  refuse(
    isOff && isPublic(settings),
    "LIMITS is off: that is allowed only while HOST and PUBLIC_URL are loopback addresses.",
  );
  refuse(
    settings.DEMO === "1" && isProduction(settings),
    "DEMO is 1: in production only 0 is allowed, since anybody may know a demo's passwords.",
  );
  const [weak] = isPublic(settings) ? weakSecrets(settings) : [];
  if (weak !== undefined) throw new StartupProblem(weak);
}

function checkPublicUrl({ HOST: host, PUBLIC_URL: given, TRUST_PROXY: proxies }: Settings): void {
  if (given === undefined) {
    const wanted = "it must be the address people open, such as https://chat.example.ro";
    return refuse(!isLoopbackHost(host), `PUBLIC_URL is not set: with HOST ${host} ${wanted}.`);
  }
  const { protocol, hostname } = new URL(given);
  if (isLoopbackHost(hostname)) return;
  // LIVE-1: outside this machine the live connection is always encrypted, so a page over plain HTTP could not use it.
  refuse(
    protocol === "http:",
    `PUBLIC_URL is ${JSON.stringify(given)}; allowed is an https address, plain http only for this machine.`,
  );
  // SEC-8: unset would make everybody behind the proxy one address, so that five bad guesses would close the door for all.
  refuse(
    isLoopbackHost(host) && proxies === undefined,
    `TRUST_PROXY is not set: with HOST ${host} and a public PUBLIC_URL it must be 1 behind one proxy, or 0 where none stands in front (a tunnel, a forwarded port).`,
  );
}

function weakSecrets(settings: Settings): readonly string[] {
  const wanted = "is too easily guessed: allowed are 32 characters or more, or 20 hex digits as Pusher makes them.";
  const { PUSHER_APP_SECRET: secret } = settings;
  const own = secret !== undefined && isWeakSecret(secret) ? [`PUSHER_APP_SECRET ${wanted}`] : [];
  const further = furtherPusherApps(settings).filter((entry) => isWeakSecret(entry.secret));
  return [...own, ...further.map(({ id }) => `PUSHER_APPS has an entry with the id ${id} whose secret ${wanted}`)];
}

function isProduction(settings: Settings): boolean {
  return settings.NODE_ENV === "production";
}

function isPublic({ HOST, PUBLIC_URL }: Settings): boolean {
  return !isLoopbackHost(HOST) || (PUBLIC_URL !== undefined && !isLoopbackHost(new URL(PUBLIC_URL).hostname));
}

function wantsDemo(settings: Settings): boolean {
  if (settings.DEMO !== undefined) return settings.DEMO === "1";
  return !isPublic(settings) && !isProduction(settings);
}

function pusherApp(settings: Settings): Config["pusherApp"] {
  return {
    id: settings.PUSHER_APP_ID ?? null,
    key: settings.PUSHER_APP_KEY ?? null,
    secret: settings.PUSHER_APP_SECRET ?? null,
  };
}

function tls(settings: Settings, folder: string): Config["tls"] {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_PORT: port } = settings;
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) {
    const [set, missing] = cert === undefined ? ["TLS_KEY_FILE", "TLS_CERT_FILE"] : ["TLS_CERT_FILE", "TLS_KEY_FILE"];
    throw new StartupProblem(`${missing} is not set: ${set} and ${missing} are allowed only together.`);
  }
  refuse(port !== 0 && port === settings.PORT, `TLS_PORT is "${port}"; allowed is another port than PORT.`);
  return { certFile: resolve(folder, cert), keyFile: resolve(folder, key), port };
}

function furtherPusherApps(settings: Settings): Config["furtherPusherApps"] {
  if (settings.PUSHER_APPS === undefined) return [];
  const apps = parsedOrNull(settings.PUSHER_APPS);
  if (Check(Type.Array(PusherAppEntry), apps)) return apps;
  throw new StartupProblem(
    `PUSHER_APPS is not valid; allowed is ${wordingOf(Settings.properties.PUSHER_APPS).allowed}.`,
  );
}

function parsedOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw new StartupProblem(sentence);
}
