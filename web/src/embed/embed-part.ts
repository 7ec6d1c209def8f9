import { runnersOnDemand, type Outside, type Part } from "../state/part.ts";
import { isInFrame } from "../platform/page/frame-address.ts";
import type { Runners } from "../state/shape.ts";
import type { EmbedEffects, EmbedEvents } from "./embed-shape.ts";
import { embedHandlers, retrySignIn } from "./embed-state.ts";

/** EMB-3, EMB-5, EMB-6: the page in a host's frame; elsewhere nobody is told. */
export const embedPart: Part<object, EmbedEvents> = {
  initial: {},
  handlers: embedHandlers,
  retry: retrySignIn,
  run: (outside) => (isInFrame() ? hostRunners(outside) : {}),
};

/** What speaks with the host is loaded in its frame only. */
const hostRunners = (outside: Outside): Runners<keyof EmbedEffects> =>
  runnersOnDemand(
    ["enter-by-host", "report-sign-in-due", "report-events", "report-wish", "report-rejected"],
    async () => (await import("./host-runners.ts")).hostRunners(outside),
    { isAtOnce: true },
  );
