import "./late-calls.ts";
import type { Outside } from "./state/part.ts";
import type { Runners } from "./state/shape.ts";

/** Effect runners that neither the room list nor a message needs. They are preloaded, or load with their first effect (PERF-1). */
export const lateRunners = import.meta.glob<(outside: Outside) => Partial<Runners>>("./*/**/late-runners.ts", {
  eager: true,
  import: "lateRunners",
});
