import type { Clock } from "../platform/clock.ts";
import { waitForTurn, type Turn } from "../platform/other-tabs.ts";

/** Who waits for the turn asks this often whether the page that has it lives, ms. */
const pingEveryMs = 2500;
/** So many pings that were not answered, and the page stands still: it had 5 s from the first. */
const unansweredMax = 2;

/** What the turn to send works with, and tells. */
interface TurnSetup {
  readonly clock: Clock;
  readonly ping: () => void;
  readonly pong: () => void;
  /** It has begun; `isMine` says later on whether it is still the one that did. */
  readonly onBegun: (isMine: () => boolean) => void;
  /** Another page took it, since this one did not answer; it is asked for anew. */
  readonly onLost: () => void;
}

/** The turn to send among a person's pages, as one of them has it or waits for it (SEND-3). */
export interface TurnToSend {
  readonly ask: () => void;
  /** Ends it for this page; what it returns gives it to the next one. */
  readonly end: () => () => void;
  /** What the turn of now can be asked later, also when another one has begun. */
  readonly ofNow: () => Turn["isMine"];
  /** Somebody who waits asks whether the page that has it lives. */
  readonly answer: () => void;
  /** The page that has it lives. */
  readonly hearPong: () => void;
}

/** The turn to send of a name. Whoever waits takes it from a page that stands still, and from no other. */
export function createTurnToSend(name: string, { clock, ping, pong, onBegun, onLost }: TurnSetup): TurnToSend {
  let turn: Turn | null = null;
  let newest = 0;
  let isHolding = false;
  let unanswered = 0;
  let stopAsking = (): void => undefined;

  function askAgainLater(): void {
    stopAsking = clock.later(pingEveryMs, () => {
      if (unanswered >= unansweredMax) return turn?.take();
      unanswered += 1;
      ping();
      askAgainLater();
    });
  }

  function ask(): void {
    newest += 1;
    const mine = newest;
    const isStillMine = (): boolean => newest === mine;
    unanswered = 0;
    turn = waitForTurn(name, {
      onBegun: () => {
        if (!isStillMine()) return;
        stopAsking();
        isHolding = true;
        // Others that found the same page standing still need not take it as well.
        if (unanswered > 0) pong();
        onBegun(isStillMine);
      },
      onLost: () => {
        if (!isStillMine()) return;
        isHolding = false;
        onLost();
        ask();
      },
    });
    if (!isHolding) askAgainLater();
  }

  return {
    ask,
    end: () => {
      newest += 1;
      isHolding = false;
      stopAsking();
      const ended = turn;
      return () => ended?.giveBack();
    },
    ofNow: () => turn?.isMine ?? (async () => false),
    answer: () => {
      if (isHolding) pong();
    },
    hearPong: () => {
      unanswered = 0;
    },
  };
}
