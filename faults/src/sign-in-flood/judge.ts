import { bounds } from "../bounds.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { quantile } from "../tabs/spread.ts";
import type { Guess } from "./crowd-process.ts";
import type { SignedIn } from "./honest.ts";

export interface Flood {
  readonly quiet: readonly SignedIn[];
  readonly flooded: readonly SignedIn[];
  readonly guesses: readonly Guess[];
  readonly seconds: number;
}

export interface Siege {
  /** The owner's sign-in before the siege, at the address that they always use. */
  readonly before: SignedIn;
  readonly known: readonly SignedIn[];
  readonly unknown: SignedIn;
  readonly guesses: readonly Guess[];
  readonly names: readonly [string, string];
  readonly seconds: number;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
const timesOf = (signedIn: readonly SignedIn[]): readonly number[] => signedIn.map(({ ms }) => ms);
const isChecked = ({ status }: Guess): boolean => status === "422";
const isSentAway = ({ status }: Guess): boolean => status === "429";

/** AUTH-3: an honest sign-in may take at most three times as long, and must not be refused because of another address's guesses. */
export function judgeFlood({ quiet, flooded, guesses, seconds }: Flood): readonly Finding[] {
  const { slowdown, failuresPerAddress } = bounds.signIn;
  const [before, during] = [median(timesOf(quiet)), median(timesOf(flooded))];
  // The period may touch one minute more than its length in minutes.
  const checkedMax = failuresPerAddress * (Math.ceil(seconds / 60) + 1);
  const checked = guesses.filter(isChecked).length;
  return [
    {
      what: "p50 of an honest sign-in, quiet and while one address guesses",
      measured: `${before.toFixed(0)} ms and ${during.toFixed(0)} ms (${flooded.length} sign-ins)`,
      bound: `at most ${slowdown} times`,
      holds: flooded.length > 0 && during <= before * slowdown + bounds.noiseMs,
    },
    exactly("honest sign-ins that were sent away first", countSentAway(flooded), 0),
    exactly("honest sign-ins that were not let in", countNeverIn(flooded), 0),
    {
      what: `guesses of one address over many names that were looked at, in ${seconds} s`,
      measured: `${checked} of ${guesses.length}; ${guesses.filter(isSentAway).length} were 429`,
      bound: `at most ${checkedMax}, the rest 429`,
      holds: checked > 0 && checked <= checkedMax && guesses.some(isSentAway),
    },
  ];
}

/** AUTH-3: a name under siege must be checked once a second, whether it exists or not, and its owner must get in. */
export function judgeSiege(siege: Siege): readonly Finding[] {
  const { failuresPerName, knownMsMax, unknownMsMax, alikeShare } = bounds.signIn;
  const [real, invented] = siege.names.map((name) => siege.guesses.filter((guess) => guess.name === name));
  // A name has this many guesses a minute at once, and then one a second.
  const checkedMax = failuresPerName * Math.ceil(siege.seconds / 60) + siege.seconds + 5;
  const checkedOf = (guesses: readonly Guess[] = []): readonly Guess[] => guesses.filter(isChecked);
  const slowly = (guesses: readonly Guess[] = []): readonly number[] =>
    checkedOf(guesses)
      .toSorted((one, other) => one.at + one.ms - (other.at + other.ms))
      .slice(failuresPerName)
      .map(({ at, ms }) => at + ms);
  const gapOf = (guesses?: readonly Guess[]): number => {
    const ends = slowly(guesses);
    return median(ends.slice(1).map((end, index) => end - (ends[index] ?? end)));
  };
  const [realGap, inventedGap] = [gapOf(real), gapOf(invented)];
  const isAlike = (one: number, other: number): boolean =>
    Math.min(one, other) > 0 && Math.max(one, other) <= Math.min(one, other) * (1 + alikeShare);
  return [
    ...[real, invented].map((guesses, index): Finding => {
      const checked = checkedOf(guesses).length;
      return {
        what: `guesses of ${index === 0 ? "a name" : "an invented name"} from many addresses that were looked at, in ${siege.seconds} s`,
        measured: `${checked} of ${guesses?.length ?? 0}`,
        bound: `at most ${checkedMax}: ${failuresPerName} a minute, then one a second`,
        holds: checked > failuresPerName && checked <= checkedMax,
      };
    }),
    {
      what: "between two guesses of the slow name, and of the slow invented name, p50",
      measured: `${realGap.toFixed(0)} ms and ${inventedGap.toFixed(0)} ms`,
      bound: `alike within ${alikeShare * 100} %`,
      holds: isAlike(realGap, inventedGap),
    },
    {
      what: "answers to those that were looked at, for the name and for the invented name, p50",
      measured: `${median(checkedOf(real).map(({ ms }) => ms)).toFixed(0)} ms and ${median(checkedOf(invented).map(({ ms }) => ms)).toFixed(0)} ms`,
      bound: "told, not bound",
      holds: true,
    },
    timesWithin(
      "the owner's sign-in from an address that signed in before",
      timesOf([siege.before, ...siege.known]),
      knownMsMax,
    ),
    timesWithin("the owner's sign-in from an address that nobody knows", [siege.unknown.ms], unknownMsMax),
  ];
}

const countSentAway = (signedIn: readonly SignedIn[]): number => signedIn.filter(({ sentAway }) => sentAway > 0).length;
const countNeverIn = (signedIn: readonly SignedIn[]): number => signedIn.filter(({ ms }) => ms === Infinity).length;
