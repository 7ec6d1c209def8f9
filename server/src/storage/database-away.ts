import { reasonOf } from "../kernel/startup-problem.ts";

/** ENOENT means that the server behind a Unix socket is gone, EMFILE and ENFILE that no more files can be opened. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EMFILE",
  "ENFILE",
]);

/** Errors known to come from database connections; errors from callers or from the bus can have the same codes. */
const ofDatabase = new WeakSet<Error>();

export function markOfDatabase(error: unknown): void {
  if (!(error instanceof Error)) return;
  ofDatabase.add(error);
  if (error instanceof AggregateError) for (const part of error.errors) markOfDatabase(part);
}

/** Connection errors, read-only, idle in transaction, disk or memory full, too many connections, deadlock, timeouts, shutdown. */
const sqlStates = /^(?:08...|25006|25P03|53[123]00|40P01|55P03|57014|57P0[1-5])$/u;

/** Errors that `pg` reports without a code. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed)|Cannot use a pool after|Postgres connection has been discarded)/u;

/** Thrown while the database accepts statements but responds to none; the statement was not sent. */
export class DatabaseHangs extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/** Whether an error means that the database is unavailable: callers get 503 with `Retry-After` (ERR-2). The statement may have been committed. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseHangs) return true;
  if ("code" in error && typeof error.code === "string") {
    return (networkCodes.has(error.code) && ofDatabase.has(error)) || sqlStates.test(error.code);
  }
  return driverMessages.test(error.message);
}

/** Whether a statement timed out without a response, which happens while commits hang. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Query read timeout");

/** Whether a statement timed out on a locked row; other statements may succeed. */
export const isLockTimeout = (error: unknown): boolean => reasonOf(error) === "55P03";

/** Whether statements on other rows would fail as well. */
export const isAwayForAll = (error: unknown): boolean => isDatabaseAway(error) && !isLockTimeout(error);

export const isDiskFull = (error: unknown): boolean => reasonOf(error) === "53100";
