import type { AppEvent, Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppEffects extends TimersEffects {}
}

/** Events that follow another, at once or later. */
export interface TimersEffects {
  dispatch: { readonly event: AppEvent };
  /** One timer per key: asking restarts it. */
  "dispatch-later": {
    readonly key: string;
    readonly delayMs: number;
    readonly event: AppEvent;
    /** A running timer of the key that is due sooner stays. */
    readonly keepsSooner?: boolean;
  };
  "cancel-later": { readonly key: string };
  "cancel-all-later": Nothing;
}
