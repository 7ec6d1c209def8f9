import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { disarmPostmasterFile, isPostmasterOf, readPostmasterFile } from "./postmaster-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cuplaj-postmaster-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (pid: number): void =>
  writeFileSync(
    join(folder, "postmaster.pid"),
    `${pid}\n/data\n1700000000\n5432\n/run/socket\n\n  4325379   9\nready   \n`,
  );

test("[RUN-4a] a running PostgreSQL is found by its pid file", () => {
  expect(readPostmasterFile(folder)).toBeNull();
  write(4711);
  expect(readPostmasterFile(folder)).toEqual({ pid: 4711, port: 5432, host: "/run/socket", isReady: true });
  writeFileSync(join(folder, "postmaster.pid"), "4711\n/data\n");
  expect(readPostmasterFile(folder)).toBeNull();
});

test("[RUN-4a] another process with that pid, or a finished one, is not mistaken for PostgreSQL", () => {
  expect(isPostmasterOf(process.pid, folder)).toBe(false);
  expect(isPostmasterOf(2 ** 22 + 1, folder)).toBe(false);
});

test("[RUN-4a] a dead server's file retains what PostgreSQL must still check", () => {
  write(1);
  disarmPostmasterFile(folder);
  const lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  expect([lines[0], lines[6]]).toEqual([String(process.pid), "  4325379   9"]);
});
