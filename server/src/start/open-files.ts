import { existsSync, readFileSync } from "node:fs";

/** Descriptors reserved for database, Redis and files; half of them all if there are few. */
const reservedFiles = 256;
const limitsFile = "/proc/self/limits";

/** SEC-1: Turns newcomers away rather than established connections; unlimited if the system names no limit. */
export function connectionsMax(): number {
  return existsSync(limitsFile) ? mostOf(readFileSync(limitsFile, "utf8")) : Infinity;
}

/** `limits` is the text of the limits file. */
export function mostOf(limits: string): number {
  const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
  return Math.max(files - reservedFiles, Math.floor(files / 2));
}
