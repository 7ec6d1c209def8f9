import { takeOrder, yieldToOthers } from "../bystanders/crowd.ts";
import { createCaller, wordOf } from "../clients/http-caller.ts";
import { monoMs, sleep } from "../clock.ts";

interface GuessOrder {
  readonly address: string;
  readonly seconds: number;
  /** Each guesses passwords repeatedly, for one name or, if null, for a new invented name each time. */
  readonly guessers: readonly { readonly from: string; readonly name: string | null }[];
  readonly pauseMs: number;
}

export interface Guess {
  readonly name: string | null;
  /** `422` if the guess was checked, `429` if it was refused unchecked. */
  readonly status: string;
  readonly at: number;
  readonly ms: number;
}

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
