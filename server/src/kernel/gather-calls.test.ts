import { expect, test } from "vitest";
import { endOfTick } from "./clock.ts";
import { gatherCalls } from "./gather-calls.ts";

function doubling(runsMax = 1) {
  const runs: { readonly items: readonly number[]; readonly end: (reason?: Error) => void }[] = [];
  const { call: double } = gatherCalls<number, number>({
    itemsMax: 3,
    runsMax,
    async run(items) {
      const ended = Promise.withResolvers<void>();
      runs.push({ items, end: (reason) => (reason === undefined ? ended.resolve() : ended.reject(reason)) });
      await ended.promise;
      return items.map((item) => (item < 0 ? Promise.reject(new Error("negative")) : item * 2));
    },
  });
  return { runs, double, asked: () => runs.map(({ items }) => items) };
}

test("[ERP-4] calls of one tick run together, and later ones in the next run", async () => {
  const { runs, double, asked } = doubling();
  const first = [double(1), double(2)];
  await endOfTick();
  const later = [3, 4, 5, 6].map(double);
  await endOfTick();
  expect(asked()).toEqual([[1, 2]]);
  runs[0]?.end();
  expect(await Promise.all(first)).toEqual([2, 4]);
  expect(asked().slice(1)).toEqual([[3, 4, 5]]);
  runs[1]?.end();
  await later[2];
  runs[2]?.end();
  expect(await Promise.all(later)).toEqual([6, 8, 10, 12]);
  const alone = double(7);
  await endOfTick();
  runs[3]?.end();
  expect(await alone).toBe(14);
});

test("[ERP-4] a failing call is rejected by itself, and a failing run rejects only its own calls", async () => {
  const { runs, double } = doubling();
  const one = Promise.allSettled([double(1), double(-1)]);
  await endOfTick();
  const next = double(3);
  runs[0]?.end();
  expect((await one).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const last = double(4);
  runs[1]?.end(new Error("away"));
  await expect(next).rejects.toThrow("away");
  await endOfTick();
  runs[2]?.end();
  expect(await last).toBe(8);
});

test("[ERP-4] a second run starts alongside one that is no larger, and never a third", async () => {
  const { runs, double, asked } = doubling(2);
  const first = [double(1), double(2)];
  await endOfTick();
  const later = [3, 4, 5, 6, 7].map(double);
  expect(asked()).toEqual([[1, 2]]);
  await endOfTick();
  expect(asked()).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  const last = double(8);
  await endOfTick();
  expect(asked().length).toBe(2);
  runs[0]?.end();
  await Promise.all(first);
  await endOfTick();
  expect(asked().slice(2)).toEqual([[6, 7, 8]]);
  runs[1]?.end();
  runs[2]?.end();
  expect(await Promise.all([...later, last])).toEqual([6, 8, 10, 12, 14, 16]);
});
