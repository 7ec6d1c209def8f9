import type { Clock, Timer } from "../kernel/clock.ts";
import { outageLineEveryMs } from "../kernel/outage-log.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { isDiskFull, isUnanswered } from "./database-away.ts";
import { createInTime } from "./in-time.ts";

const probeEveryMs = 1000;
const words = {
  away: "the database is away",
  full: "the database disk is full: nothing can be written",
} as const;

type Kind = keyof typeof words;

interface TroubleParts {
  /** Rejects while the database does not respond or accepts no writes. It must repeat the kind of request that failed. */
  readonly probe: (trouble: Kind) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

export type DatabaseTrouble = ReturnType<typeof createDatabaseTrouble>;

/** ERR-5: logs when trouble begins and ends, and every 30 s while it lasts or recurs, with the number of requests. */
export function createDatabaseTrouble({ probe, clock, log }: TroubleParts) {
  let kind: Kind | null = null;
  let timer: Timer | null = null;
  let requests = 0;
  let reason: string | undefined;
  let isLogged = false;
  let isProbing = false;
  let unansweredAtMs = -Infinity;
  const loggedAtMs: Record<Kind, number> = { away: -Infinity, full: -Infinity };
  const warn = (trouble: Kind): void => {
    if (clock.steadyMs() - loggedAtMs[trouble] < outageLineEveryMs) return;
    loggedAtMs[trouble] = clock.steadyMs();
    log.warn({ requests, reason }, words[trouble]);
    requests = 0;
    isLogged = true;
  };
  const stop = (): void => {
    if (timer !== null) clock.clearInterval(timer);
    timer = null;
    kind = null;
    isLogged = false;
  };
  const recheck = async (trouble: Kind): Promise<void> => {
    warn(trouble);
    if (isProbing) return;
    isProbing = true;
    // The first line about the trouble has the reason.
    const isOver = await probe(trouble).then(
      () => true,
      () => false,
    );
    isProbing = false;
    // If trouble of another kind has begun in the meantime, it needs its own probe.
    if (!isOver || kind !== trouble) return;
    if (isLogged) log.info({ requests }, "the database accepts writes again");
    stop();
  };
  return {
    inTime: createInTime(clock, (sinceMs) => unansweredAtMs >= sinceMs),
    note(error: unknown): void {
      requests += 1;
      reason = reasonOf(error);
      if (isUnanswered(error)) unansweredAtMs = clock.steadyMs();
      if (kind !== "full") kind = isDiskFull(error) ? "full" : "away";
      timer ??= clock.setInterval(() => kind !== null && void recheck(kind), probeEveryMs);
      warn(kind);
    },
    /** RUN-8a: false from the first request that finds the disk full until there is room again. */
    takesWrites: (): boolean => kind !== "full",
    stop,
  };
}
