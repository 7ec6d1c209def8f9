import type { Outside } from "./state/part.ts";
import type { Runners } from "./state/shape.ts";

/** Performers that neither the list nor a message waits for: they load ahead, or with the first of their effects (PERF-1). */
export const lateRunners = import.meta.glob<(outside: Outside) => Partial<Runners>>("./*/**/late-runners.ts", {
  eager: true,
  import: "lateRunners",
});
