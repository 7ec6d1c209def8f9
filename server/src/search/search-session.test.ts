import { expect, test } from "vitest";
import { createTurns } from "./search-session.pg.ts";

test("[FIND-1o] a few are under way at once, the others wait in line, and one that fails makes room", async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const results = [0, 1, 2, 3].map((n) =>
    inTurn(async () => {
      begun.push(n);
      await new Promise<void>((resolve, reject) => {
        ends[n] = (error) => (error ? reject(error) : resolve());
      });
      return n;
    }).catch(() => "failed"),
  );
  const settled = async (): Promise<readonly number[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [...begun];
  };
  expect(await settled()).toEqual([0, 1]);
  ends[0]?.(new Error("a statement failed"));
  expect(await settled()).toEqual([0, 1, 2]);
  ends[1]?.();
  expect(await settled()).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual(["failed", 1, 2, 3]);
});
