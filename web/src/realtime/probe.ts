import type Pusher from "pusher-js";
import type { Clock } from "../platform/clock.ts";

/** How long a socket that is asked whether it lives may take to answer, ms. */
const answerMaxMs = 3000;

/** Asks a socket that looks alive whether it is. */
export interface Probe {
  readonly ask: () => void;
  readonly stop: () => void;
}

/** A socket may have died without a word, in a sleep or with its network: then `onDead` hears of it (CONN-3). */
export function createProbe(pusher: Pusher, clock: Clock, onDead: () => void): Probe {
  let stop = (): void => undefined;
  pusher.connection.bind("message", () => stop());
  return {
    stop: () => stop(),
    ask: () => {
      stop();
      pusher.send_event("pusher:ping", {});
      stop = clock.later(answerMaxMs, onDead);
    },
  };
}
