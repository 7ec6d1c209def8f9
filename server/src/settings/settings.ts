import { isIP } from "node:net";
import { type Static, type TSchema, Type } from "typebox";
import { defaultRealtimeLimits as live } from "../realtime/limits.ts";

/** True for names and addresses that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[?::1\]?$/u.test(host);
}

/** `allowed` finishes the sentence a wrong value is answered with; a secret value is never repeated in it. */
interface Wording {
  readonly allowed: string;
  readonly isSecret?: true;
}

const text = (isValid: (value: string) => boolean, wording: Wording) =>
  Type.Optional(Type.Refine(Type.String({ ...wording }), isValid));
const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  Type.Integer({ minimum, maximum, default: fallback, allowed: `a whole number from ${minimum} to ${maximum}` });
const oneOf = <const Values extends string[]>(values: readonly [...Values], fallback: Values[number]) =>
  Type.Enum<Values>(values, { default: fallback, allowed: `one of ${values.join(", ")}` });

const pusherSecretLength = 32;
const pusherForm = /^[0-9a-f]{20}$/u;

/**
 * Every signed channel lets whoever may see it try secrets at home, so one that can be guessed is refused where others reach the
 * server (SEC-8). The 20 hex digits that Pusher itself hands out are 80 bits and can not.
 */
export function isWeakSecret(secret: string): boolean {
  return secret.length < pusherSecretLength && !pusherForm.test(secret);
}

const isUrlOf = (schemes: readonly string[]) => (value: string) => {
  const url = URL.parse(value);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== "";
};
const isOrigin = (value: string): boolean => URL.parse(value)?.origin === value;
const origins = text((value) => listed(value).every(isOrigin), {
  allowed: "origins such as https://parts.example.ro, with commas between them",
});

/** A further application of the Pusher protocol, as `PUSHER_APPS` lists it. */
export const PusherAppEntry = Type.Object({
  id: Type.String({ pattern: "^[0-9]{1,18}$" }),
  key: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
  secret: Type.String({ minLength: 8 }),
});

/**
 * Every setting (RUN-6, LIM-1), by the name of its environment variable. Empty is the same as not set. What the realtime server
 * has a default for has it there alone.
 */
export const Settings = Type.Object({
  NODE_ENV: text(() => true, { allowed: "any word; production is the one that counts" }),
  PORT: wholeNumber(0, 65_535, 8080),
  HOST: Type.Refine(
    Type.String({ default: "127.0.0.1", allowed: "an IP address or host name of this machine" }),
    (value) => isIP(value) !== 0 || /^[A-Za-z0-9.-]+$/u.test(value),
  ),
  PUBLIC_URL: text((value) => isUrlOf(["http:", "https:"])(value) && isOrigin(value.replace(/\/$/u, "")), {
    allowed: "the address people open, such as https://chat.example.ro, without a path",
  }),
  DATA_DIR: Type.String({ default: "./data", allowed: "the path of a folder" }),
  DATABASE_URL: text(isUrlOf(["postgres:", "postgresql:"]), {
    allowed: "an address such as postgresql://user:password@host:5432/database",
    isSecret: true,
  }),
  DATABASE_POOL_SIZE: wholeNumber(2, 500, 12),
  PUBLISH_QUEUE_MAX: wholeNumber(1, 1_000_000, 5000),
  REDIS_URL: text(isUrlOf(["redis:", "rediss:"]), { allowed: "an address such as redis://host:6379", isSecret: true }),
  DEMO: text((value) => value === "0" || value === "1", { allowed: "1 or 0" }),
  TLS_CERT_FILE: text(() => true, { allowed: "the path of a PEM file" }),
  TLS_KEY_FILE: text(() => true, { allowed: "the path of a PEM file" }),
  TLS_PORT: wholeNumber(0, 65_535, 8443),
  PUSHER_APP_ID: text((value) => /^[0-9]{1,18}$/u.test(value), { allowed: "a number" }),
  PUSHER_APP_KEY: text((value) => /^[A-Za-z0-9_-]{1,64}$/u.test(value), {
    allowed: "1 to 64 letters, digits, dashes and underscores",
  }),
  PUSHER_APP_SECRET: text((value) => value.length >= 8, { allowed: "a text of at least 8 characters", isSecret: true }),
  PUSHER_APPS: text(() => true, {
    allowed: 'JSON such as [{"id": "2", "key": "shop", "secret": "at least 8 characters"}]',
    isSecret: true,
  }),
  ALLOWED_ORIGINS: origins,
  EMBED_ORIGINS: origins,
  VAPID_PUBLIC_KEY: text((value) => /^[A-Za-z0-9_-]{87}$/u.test(value), { allowed: "87 characters of base64url" }),
  VAPID_PRIVATE_KEY: text((value) => /^[A-Za-z0-9_-]{43}$/u.test(value), {
    allowed: "43 characters of base64url",
    isSecret: true,
  }),
  VAPID_SUBJECT: text((value) => value.startsWith("mailto:") || isUrlOf(["https:"])(value), {
    allowed: "a mailto: or https: address",
  }),
  STORAGE_URL: text((value) => value.startsWith("file:") || isUrlOf(["s3:"])(value), {
    allowed: "a file: folder or an s3:// bucket",
    isSecret: true,
  }),
  SENTRY_DSN: text(isUrlOf(["http:", "https:"]), { allowed: "the https address of a Sentry project" }),
  METRICS_TOKEN: text((value) => value.length >= 16, { allowed: "a text of at least 16 characters", isSecret: true }),
  TRUST_PROXY: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, allowed: "a whole number from 0 to 9" })),
  LOG_LEVEL: oneOf(["silent", "fatal", "error", "warn", "info", "debug", "trace"], "info"),
  LIMITS: oneOf(["on", "off"], "on"),
  LIMIT_SIGN_IN_FAILURES_PER_MINUTE: wholeNumber(1, 1000, 5),
  LIMIT_SIGN_IN_FAILURES_PER_ADDRESS_PER_MINUTE: wholeNumber(1, 10_000, 30),
  LIMIT_SIGN_IN_FAILURES_PER_NAME_PER_MINUTE: wholeNumber(1, 10_000, 30),
  LIMIT_PUBLISH_BURST: wholeNumber(1, 10_000, 20),
  LIMIT_PUBLISH_PER_SECOND: wholeNumber(1, 10_000, 5),
  LIMIT_READ_MARKS_PER_SECOND: wholeNumber(1, 10_000, 10),
  LIMIT_SYNC_BURST: wholeNumber(1, 10_000, 20),
  LIMIT_SYNC_PER_SECOND: wholeNumber(1, 10_000, 5),
  LIMIT_READS_BURST: wholeNumber(1, 10_000, 100),
  LIMIT_READS_PER_SECOND: wholeNumber(1, 10_000, 20),
  LIMIT_UNKNOWN_CALLS_BURST: wholeNumber(1, 10_000, 100),
  LIMIT_UNKNOWN_CALLS_PER_SECOND: wholeNumber(1, 10_000, 20),
  LIMIT_FILES_BURST: wholeNumber(1, 1_000_000, 1000),
  LIMIT_FILES_PER_SECOND: wholeNumber(1, 100_000, 200),
  LIMIT_EXPENSIVE_ANSWERS: wholeNumber(1, 1000, 4),
  LIMIT_JOIN_PER_MINUTE: wholeNumber(1, 10_000, 10),
  LIMIT_CHANNEL_AUTH_BURST: wholeNumber(1, 10_000, 100),
  LIMIT_CHANNEL_AUTH_PER_SECOND: wholeNumber(1, 10_000, 20),
  LIMIT_WHISPERS_PER_SECOND: wholeNumber(1, 1000, live.clientEventsPerSecondMax),
  LIMIT_SOCKETS: wholeNumber(1, 10_000_000, live.socketsMax),
  LIMIT_SOCKETS_PER_PERSON: wholeNumber(1, 10_000, live.socketsPerUserMax),
  LIMIT_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000, live.socketsPerAddressMax),
  LIMIT_SUBSCRIPTIONS_PER_SOCKET: wholeNumber(1, 10_000, live.subscriptionsMax),
  LIMIT_NEW_SOCKETS_PER_MINUTE: wholeNumber(1, 1_000_000, live.socketsPerAddressPerMinuteMax),
  LIMIT_HANDSHAKES_PENDING: wholeNumber(1, 10_000, 5),
});
export type Settings = Static<typeof Settings>;

/** The parts of a list that is written with commas. */
export function listed(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** How a wrong value of this setting is told. */
export function wordingOf(schema: TSchema): Wording {
  const allowed = "allowed" in schema && typeof schema.allowed === "string" ? schema.allowed : "a valid value";
  return "isSecret" in schema ? { allowed, isSecret: true } : { allowed };
}
