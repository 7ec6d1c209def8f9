import { existsSync, readFileSync } from "node:fs";

/** Descriptors that connections leave to the database, Redis and files; half of them where there are few. */
const reservedFiles = 256;
/** Where Linux lists the limits of a process. */
const limitsFile = "/proc/self/limits";

/**
 * SEC-1: connections that all listeners together may take, so that newcomers are turned away instead of those who are connected;
 * no bound where the system names none.
 */
export function connectionsMax(): number {
  return existsSync(limitsFile) ? mostOf(readFileSync(limitsFile, "utf8")) : Infinity;
}

/** The same from the system's table of limits. */
export function mostOf(limits: string): number {
  const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
  return Math.max(files - reservedFiles, Math.floor(files / 2));
}
