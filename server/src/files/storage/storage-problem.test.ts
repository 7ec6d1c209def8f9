import { expect, test } from "vitest";
import { FakeClock } from "../../testing/realtime/fake-clock.ts";
import { createStorageRefusal, refusedByStorage, StorageProblem } from "./storage-problem.ts";

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ["ENOSPC", "storage_full"],
  ["EDQUOT", "storage_full"],
  ["EIO", "unavailable"],
  ["EROFS", "unavailable"],
  ["ESTALE", "unavailable"],
  ["EACCES", "unavailable"],
])("[MSG-3r] a disk's %s, also in a work folder, is answered with %s", (code, answer) => {
  expect(refusedByStorage(failure(code)).code).toBe(answer);
});

test("[MSG-3r] a storage that is away says when to come back, and one that is full does not", () => {
  const cause = failure("ECONNREFUSED");
  expect(refusedByStorage(new StorageProblem("away", cause))).toMatchObject({ retryAfterMs: 5000 });
  expect(refusedByStorage(new StorageProblem("full", cause)).retryAfterMs).toBe(undefined);
});

test.each([failure("ENOENT"), failure("ECONNREFUSED"), new Error("a bug")])(
  "[MSG-3r] anything else is no trouble of the storage and thrown on: %s",
  (error) => {
    expect(() => refusedByStorage(error)).toThrow(error.message);
  },
);

test("[MSG-3r] why a file could not be stored is logged, once a minute with how often", () => {
  const [clock, lines] = [new FakeClock(), [] as unknown[]];
  const refuse = createStorageRefusal({ clock, log: { error: (line: object) => void lines.push(line) } });
  refuse(new StorageProblem("away", failure("ECONNREFUSED")));
  refuse(failure("ENOSPC"));
  clock.advance(60_000);
  expect(refuse(failure("ENOSPC")).code).toBe("storage_full");
  expect(() => refuse(new Error("a bug"))).toThrow("a bug");
  expect(lines).toEqual([
    { count: 1, reason: "ECONNREFUSED" },
    { count: 2, reason: "ENOSPC" },
  ]);
});
