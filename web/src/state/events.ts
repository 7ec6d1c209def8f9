import type { ChatEvents } from "./shape.ts";

/** The name of an event. */
export type EventName = keyof ChatEvents;

/** An event: its name as `type`, and what it carries. */
export type ChatEvent<Name extends EventName = EventName> = {
  [N in Name]: { readonly type: N } & ChatEvents[N];
}[Name];
