import type { Clock } from "../clock.ts";

/** What the balancer should know: may this process be sent requests? */
interface ReadinessReport {
  readonly isReady: boolean;
  readonly database: "up" | "away";
  readonly bus: "up" | "away";
  readonly isLeaving: boolean;
}

/** Tells whether the process can serve (RUN-8), and from when on it is leaving (RUN-5). */
export interface Readiness {
  check(): Promise<ReadinessReport>;
  isLeaving(): boolean;
  /** From now on it answers "not ready". */
  leave(): void;
}

/** What readiness asks. */
export interface ReadinessParts {
  /** Rejects while the database does not answer. */
  readonly askDatabase: () => Promise<unknown>;
  readonly isBusReady: () => boolean;
  readonly clock: Clock;
}

const databasePatienceMs = 2000;

/** Questions that come while one is under way share its answer, so probes never pile up on a database that hangs. */
export function createReadiness({ askDatabase, isBusReady, clock }: ReadinessParts): Readiness {
  let isGoing = false;
  let asking: Promise<"up" | "away"> | null = null;
  const ask = async (): Promise<"up" | "away"> => {
    asking ??= answersInTime(askDatabase, clock).finally(() => (asking = null));
    return await asking;
  };
  return {
    async check() {
      const database = await ask();
      const bus = isBusReady() ? "up" : "away";
      return { isReady: !isGoing && database === "up" && bus === "up", database, bus, isLeaving: isGoing };
    },
    isLeaving: () => isGoing,
    leave() {
      isGoing = true;
    },
  };
}

async function answersInTime(askDatabase: () => Promise<unknown>, clock: Clock): Promise<"up" | "away"> {
  return await new Promise((resolve) => {
    const timer = clock.setTimeout(() => resolve("away"), databasePatienceMs);
    const settle = (state: "up" | "away"): void => {
      clock.clearTimeout(timer);
      resolve(state);
    };
    askDatabase().then(
      () => settle("up"),
      () => settle("away"),
    );
  });
}
