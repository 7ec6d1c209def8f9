import type { Clock, Timer } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { isDiskFull } from "./database-away.ts";

/** RUN-8: tells of a database that is away or full without a line for each request, and knows whether it takes writes. */
export interface DatabaseTrouble {
  /** A request failed since the database is away or takes no writes (`isDatabaseAway`). */
  note(error: unknown): void;
  /** False from a request that met a full disk until there is room again. */
  takesWrites(): boolean;
  stop(): void;
}

/** What telling takes. */
export interface DatabaseTroubleParts {
  /** Rejects while the database does not answer or takes no writes; must ask again what failed. */
  readonly ask: (trouble: "away" | "full") => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

const askEveryMs = 1000;
const linesEveryMs = 60_000;
const words = {
  away: "the database is away",
  full: "the disk of the database is full: nothing can be written",
} as const;

type Kind = keyof typeof words;

/**
 * One line when trouble begins, one a minute while it lasts or comes again and again, with how many requests it has met since the
 * line before, and one when it is over.
 */
export function createDatabaseTrouble({ ask, clock, log }: DatabaseTroubleParts): DatabaseTrouble {
  let kind: Kind | null = null;
  let timer: Timer | null = null;
  let requests = 0;
  let reason: string | undefined;
  let isTold = false;
  let isAsking = false;
  const toldAtMs: Record<Kind, number> = { away: -Infinity, full: -Infinity };
  const tell = (told: Kind): void => {
    if (clock.now() - toldAtMs[told] < linesEveryMs) return;
    toldAtMs[told] = clock.now();
    log.warn({ requests, reason }, words[told]);
    requests = 0;
    isTold = true;
  };
  const end = (): void => {
    if (timer !== null) clock.clearInterval(timer);
    timer = null;
    kind = null;
    isTold = false;
  };
  const look = async (asked: Kind): Promise<void> => {
    tell(asked);
    if (isAsking) return;
    isAsking = true;
    // Why it does not answer stands in the line that it began with.
    const isOver = await ask(asked).then(
      () => true,
      () => false,
    );
    isAsking = false;
    // What came meanwhile is asked about anew.
    if (!isOver || kind !== asked) return;
    if (isTold) log.info({ requests }, "the database takes writes again");
    end();
  };
  return {
    note(error) {
      requests += 1;
      reason = reasonOf(error);
      if (kind !== "full") kind = isDiskFull(error) ? "full" : "away";
      timer ??= clock.setInterval(() => kind !== null && void look(kind), askEveryMs);
      tell(kind);
    },
    takesWrites: () => kind !== "full",
    stop: end,
  };
}
