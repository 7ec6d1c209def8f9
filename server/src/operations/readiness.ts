import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";

/** RUN-8a: whether the process can serve requests. RUN-5: whether it is shutting down. */
export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessParts {
  readonly askDatabase: () => Promise<unknown>;
  /** False while the database's disk is full. The process stays ready, since reads still work. */
  readonly takesWrites: () => boolean;
  readonly isBusReady: () => boolean;
  /** Why no file can be stored; does not affect readiness, since messages work. */
  readonly storageTrouble: () => StorageTrouble | null;
  readonly clock: Clock;
}

const databaseTimeoutMs = 2000;

/** Concurrent checks share a result, so that probes never pile up on a database that hangs. */
export function createReadiness({ askDatabase, takesWrites, isBusReady, storageTrouble, clock }: ReadinessParts) {
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
      return {
        ready,
        database,
        bus,
        writes: database === "up" && takesWrites(),
        storage: storageTrouble() ?? "up",
        leaving,
      };
    },
    isLeaving: () => leaving,
    leave() {
      leaving = true;
    },
  };
}
