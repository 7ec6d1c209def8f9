import { runnersOnDemand, type Outside, type Part } from "../state/part.ts";
import { isInFrame } from "../platform/page/page.ts";
import type { Runners } from "../state/shape.ts";
import { type EmbedEffects, type EmbedEvents, embedHandlers, retrySignIn } from "./embed-state.ts";

export const embedPart: Part<object, EmbedEvents> = {
  initial: {},
  handlers: embedHandlers,
  retry: retrySignIn,
  run: (outside) => (isInFrame() ? hostRunners(outside) : {}),
};

const hostRunners = (outside: Outside): Runners<keyof EmbedEffects> =>
  runnersOnDemand(
    ["enter-by-host", "report-sign-in-due", "report-events", "report-wish", "report-rejected"],
    async () => (await import("./host-runners.ts")).hostRunners(outside),
    { isAtOnce: true },
  );
