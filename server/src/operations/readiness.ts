import type { Clock } from "../kernel/clock.ts";

/** What the balancer should know: may this process be sent requests? */
interface ReadinessReport {
  readonly isReady: boolean;
  readonly database: "up" | "away";
  readonly bus: "up" | "away";
  /** False also while the database answers and its disk is full: reading goes on, so the process is ready. */
  readonly takesWrites: boolean;
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
  /** False while the database's disk is full. */
  readonly takesWrites: () => boolean;
  readonly isBusReady: () => boolean;
  readonly clock: Clock;
}

const databasePatienceMs = 2000;

/** Questions that come while one is under way share its answer, so probes never pile up on a database that hangs. */
export function createReadiness({ askDatabase, takesWrites, isBusReady, clock }: ReadinessParts): Readiness {
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
      const isReady = !isGoing && database === "up" && bus === "up";
      return { isReady, database, bus, takesWrites: database === "up" && takesWrites(), isLeaving: isGoing };
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
