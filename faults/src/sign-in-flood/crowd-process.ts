import { takeOrder, yieldToOthers } from "../bystanders/crowd.ts";
import { createCaller, wordOf } from "../clients/http-caller.ts";
import { monoMs, sleep } from "../clock.ts";

/** What strangers guess, from which addresses and for how long. */
interface GuessOrder {
  readonly address: string;
  readonly seconds: number;
  /** Each guesses one name after the other; `null` is a new invented name each time. */
  readonly guessers: readonly { readonly from: string; readonly name: string | null }[];
  /** A guesser that was answered waits so long. */
  readonly pauseMs: number;
}

/** One guess. */
export interface Guess {
  readonly name: string | null;
  /** `422`: it was looked at; `429`: it was not. */
  readonly status: string;
  /** From the beginning of the order, ms. */
  readonly at: number;
  /** How long the answer took, ms. */
  readonly ms: number;
}

/** Strangers who guess. */
export interface GuessCrowd {
  readonly order: GuessOrder;
  readonly answer: readonly Guess[];
}

takeOrder<GuessCrowd>(async ({ address, seconds, guessers, pauseMs }) => {
  yieldToOthers();
  const guesses: Guess[] = [];
  const begin = monoMs();
  let turn = 0;
  const guess = async ({ from, name }: GuessOrder["guessers"][number]): Promise<void> => {
    const caller = createCaller({ address, token: "", from, timeoutMs: 30_000 });
    while (monoMs() - begin < seconds * 1000) {
      turn += 1;
      const at = monoMs();
      const username = name ?? `invented-${turn}`;
      const answer = await caller.call("POST", "/api/v1/login", { username, password: `guess-${turn}` });
      guesses.push({ name, status: wordOf(answer), at: at - begin, ms: monoMs() - at });
      await sleep(pauseMs);
    }
    caller.close();
  };
  await Promise.all(guessers.map(guess));
  return guesses;
});
