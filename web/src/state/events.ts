import type { AppEvents } from "./shape.ts";

/** The name of an event. */
export type EventName = keyof AppEvents;

/** An event: its name as `type`, and its data. */
export type AppEvent<Name extends EventName = EventName> = {
  [N in Name]: { readonly type: N } & AppEvents[N];
}[Name];
