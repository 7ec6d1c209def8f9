import type { FaultRun } from "./run.ts";
import { crashLoop } from "./runs/crash-loop.ts";
import { smoke } from "./runs/smoke.ts";

/** Every run there is, in the order in which they run. */
export const allRuns: readonly FaultRun[] = [smoke, crashLoop];
