import { expect, test } from "vitest";
import { refusedByStorage, StorageProblem } from "./storage-problem.ts";

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ["ENOSPC", "storage_full"],
  ["EDQUOT", "storage_full"],
  ["EIO", "unavailable"],
  ["EROFS", "unavailable"],
  ["ESTALE", "unavailable"],
  ["EACCES", "unavailable"],
  ["ENOTDIR", "unavailable"],
  ["ENOTCONN", "unavailable"],
])("[MSG-3r] a disk's %s, also in a work folder, causes %s", (code, answer) => {
  expect(refusedByStorage(failure(code)).code).toBe(answer);
});

test("[MSG-3r] an unavailable storage sets Retry-After, a full one does not", () => {
  const cause = failure("ECONNREFUSED");
  expect(refusedByStorage(new StorageProblem("away", cause))).toMatchObject({ retryAfterMs: 5000 });
  expect(refusedByStorage(new StorageProblem("full", cause)).retryAfterMs).toBe(undefined);
});

test.each([failure("ENOENT"), failure("ECONNREFUSED"), new Error("a bug")])(
  "[MSG-3r] any other error is rethrown: %s",
  (error) => {
    expect(() => refusedByStorage(error)).toThrow(error.message);
  },
);
