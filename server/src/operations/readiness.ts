import { type Clock, withTimeout } from "../kernel/clock.ts";

/** Knows whether the process can serve (RUN-8a), and from when on it is leaving (RUN-5). */
export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessParts {
  /** Rejects while the database does not answer. */
  readonly askDatabase: () => Promise<unknown>;
  /** False while the database's disk is full: reading goes on, so the process is ready. */
  readonly takesWrites: () => boolean;
  readonly isBusReady: () => boolean;
  readonly clock: Clock;
}

const databaseTimeoutMs = 2000;

/** Questions that come while one is under way share its answer, so probes never pile up on a database that hangs. */
export function createReadiness({ askDatabase, takesWrites, isBusReady, clock }: ReadinessParts) {
  let leaving = false;
  let asking: Promise<"up" | "away"> | null = null;
  const ask = async (): Promise<"up" | "away"> => {
    let isUp = false;
    const answered = askDatabase().then(
      () => void (isUp = true),
      () => undefined,
    );
    await withTimeout(answered, databaseTimeoutMs, clock);
    asking = null;
    return isUp ? "up" : "away";
  };
  return {
    async check() {
      const database = await (asking ??= ask());
      const bus: "up" | "away" = isBusReady() ? "up" : "away";
      const ready = !leaving && database === "up" && bus === "up";
      return { ready, database, bus, writes: database === "up" && takesWrites(), leaving };
    },
    isLeaving: () => leaving,
    /** From now on it answers "not ready". */
    leave() {
      leaving = true;
    },
  };
}
