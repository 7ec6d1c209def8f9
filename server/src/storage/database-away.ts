import { reasonOf } from "../kernel/startup-problem.ts";

/** Network failures of a connection to the database; ENOENT is a Unix socket whose server has gone, EMFILE and ENFILE that no more can be opened. */
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

/** Errors of the database's own connections: those of a caller that went away, or of a bus, have the same codes. */
const ofDatabase = new WeakSet<Error>();

/** Marks an error as one of a connection to the database. */
export function markOfDatabase(error: unknown): void {
  if (!(error instanceof Error)) return;
  ofDatabase.add(error);
  if (error instanceof AggregateError) for (const part of error.errors) markOfDatabase(part);
}

/**
 * SQLSTATE classes and codes: connection exceptions, read-only (a standby), idle for too long inside a transaction, disk or
 * memory full, too many connections, something else holds the row or this one holds what it waits for,
 * cancelled or timed out, going down.
 */
const sqlStates = /^(?:08...|25006|25P03|53[123]00|40P01|55P03|57014|57P0[1-5])$/u;

/** What `pg` says in words alone. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed)|Cannot use a pool after|Postgres connection has been discarded)/u;

/** The database accepts statements and answers none; this one was not even sent. */
export class DatabaseHangs extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/**
 * Whether a failed query means that the database is away or hangs, so that the answer is 503 with `Retry-After`
 * and not an unexpected error (ERR-2). The statement may or may not have been committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseHangs) return true;
  if ("code" in error && typeof error.code === "string") {
    return (networkCodes.has(error.code) && ofDatabase.has(error)) || sqlStates.test(error.code);
  }
  return driverMessages.test(error.message);
}

/** Whether a statement was given up because no answer came, as while commits hang. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Query read timeout");

/** Whether a statement was given up because something else holds a row that it needs: others may go on. */
export const isLockTimeout = (error: unknown): boolean => reasonOf(error) === "55P03";

/** Whether what waits for other rows would fail like this query too. */
export const isAwayForAll = (error: unknown): boolean => isDatabaseAway(error) && !isLockTimeout(error);

/** Whether a write failed because the database's disk is full. */
export const isDiskFull = (error: unknown): boolean => reasonOf(error) === "53100";
