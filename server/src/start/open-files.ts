import { existsSync, readFileSync } from "node:fs";

/** Descriptors reserved for the database, Redis and files; half of all descriptors if there are few. */
const reservedFiles = 256;
const limitsFile = "/proc/self/limits";

/** SEC-1: Turns newcomers away instead of established connections; unlimited if the system reports no limit. */
export function connectionsMax(): number {
  return existsSync(limitsFile) ? mostOf(readFileSync(limitsFile, "utf8")) : Infinity;
}

/** `limits` is the content of the limits file. */
export function mostOf(limits: string): number {
  const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
  return Math.max(files - reservedFiles, Math.floor(files / 2));
}
