import { expect, test } from "vitest";
import type { Guess } from "./crowd-process.ts";
import { judgeFlood, judgeSiege, type Siege } from "./judge.ts";

const names = ["real", "invented"] as const;
const signedIn = (ms: number, sentAway = 0) => ({ ms, sentAway });

/** `count` checked guesses at intervals of `apartMs`, and as many refused ones. */
const guesses = (name: string | null, count: number, apartMs: number): Guess[] =>
  Array.from({ length: count }, (_, index) => [
    { name, status: "422", at: index * apartMs, ms: 50 },
    { name, status: "429", at: index * apartMs, ms: 1 },
  ]).flat();

const wrongOf = (findings: readonly { readonly what: string; readonly holds: boolean }[]): string[] =>
  findings.filter(({ holds }) => !holds).map(({ what }) => what);

const flood = { quiet: [signedIn(50)], flooded: [signedIn(150)], guesses: guesses(null, 60, 1000), seconds: 60 };

test("[AUTH-3][SEC-3] a flood from one address may triple the time of an honest sign-in, and cause no 429", () => {
  expect(wrongOf(judgeFlood(flood))).toEqual([]);
  expect(wrongOf(judgeFlood({ ...flood, flooded: [signedIn(153)] }))).toHaveLength(1);
  expect(wrongOf(judgeFlood({ ...flood, flooded: [signedIn(100, 1)] }))).toEqual([
    "honest sign-ins that were sent away first",
  ]);
  expect(wrongOf(judgeFlood({ ...flood, flooded: [signedIn(Infinity)] }))).toHaveLength(2);
});

test("[AUTH-3] 30 guesses a minute from one address may be checked, and the rest is refused", () => {
  expect(wrongOf(judgeFlood({ ...flood, guesses: guesses(null, 61, 1000) }))).toHaveLength(1);
  expect(
    wrongOf(judgeFlood({ ...flood, guesses: guesses(null, 60, 1000).filter(({ status }) => status === "422") })),
  ).toHaveLength(1);
  expect(wrongOf(judgeFlood({ ...flood, guesses: [] }))).toHaveLength(1);
});

const siege: Siege = {
  before: signedIn(60),
  known: [signedIn(3000)],
  unknown: signedIn(50_000, 3),
  guesses: names.flatMap((name) => [...guesses(name, 30, 10), ...guesses(name, 70, 1000)]),
  names,
  seconds: 75,
};

test("[AUTH-1] a name that many guess is slow, an invented one equally so, and its owner gets in", () => {
  expect(wrongOf(judgeSiege(siege))).toEqual([]);
  expect(wrongOf(judgeSiege({ ...siege, known: [signedIn(3001)] }))).toHaveLength(1);
  expect(wrongOf(judgeSiege({ ...siege, unknown: signedIn(Infinity, 9) }))).toHaveLength(1);
});

test("[AUTH-1] a name that is not slow, or slower than an invented one, fails", () => {
  const fast = names.flatMap((name) => guesses(name, 300, 100));
  expect(wrongOf(judgeSiege({ ...siege, guesses: fast }))).toHaveLength(2);
  const unlike = [...guesses("real", 100, 700), ...guesses("invented", 60, 1000)];
  expect(wrongOf(judgeSiege({ ...siege, guesses: unlike }))).toEqual([
    "between two guesses of the slow name, and of the slow invented name, p50",
  ]);
});
