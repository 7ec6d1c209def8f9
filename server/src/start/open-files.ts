import { existsSync, readFileSync } from "node:fs";

/** Descriptors reserved for the database, Redis and files; if there are few in total, half of them are reserved. */
const reservedFiles = 256;
const limitsFile = "/proc/self/limits";

/** SEC-1: the most connections, so that newcomers are turned away instead of failing established ones; unlimited if the system reports no limit. */
export function connectionsMax(): number {
  return existsSync(limitsFile) ? mostOf(readFileSync(limitsFile, "utf8")) : Infinity;
}

/** Computes the most connections from the content of the limits file. */
export function mostOf(limits: string): number {
  const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
  return Math.max(files - reservedFiles, Math.floor(files / 2));
}
