import "./late-calls.ts";
import type { Outside } from "./state/part.ts";
import type { Runners } from "./state/shape.ts";
import type { LatePart } from "./state/store.ts";

/** Effect runners that neither the room list nor a message needs. They are preloaded, or load with their first effect (PERF-1). */
export const lateRunners = import.meta.glob<(outside: Outside) => Partial<Runners>>("./*/**/late-runners.ts", {
  eager: true,
  import: "lateRunners",
});

/** Handlers of slices whose events only late components dispatch. They join the store with the late runners (PERF-1). */
export const lateParts = import.meta.glob<LatePart>("./*/**/late-part.ts", { eager: true, import: "latePart" });
