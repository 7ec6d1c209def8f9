import type { ChatState } from "./chat-state.ts";
import type { Effect } from "./effects.ts";
import type { ChatEvent, EventName } from "./events.ts";

/** What a transition may know besides state and event: the time (ms since the epoch, and as ISO 8601) and fresh ids. */
export interface Context {
  readonly now: number;
  readonly timestamp: string;
  readonly newId: () => string;
}

/** What a transition gives back. */
export interface Change {
  readonly state: ChatState;
  readonly effects: readonly Effect[];
}

/** A pure transition for one event. */
type Handler<Name extends EventName> = (state: ChatState, event: ChatEvent<Name>, context: Context) => Change;

/** Transitions by event name; `Handlers<keyof RoomEvents>` must name them all. */
export type Handlers<Names extends EventName = EventName> = { readonly [N in Names]: Handler<N> };

/** One change after the other: the second starts from the state that the first left. */
export function andThen({ state, effects }: Change, step: (state: ChatState) => Change): Change {
  const next = step(state);
  if (next.effects.length === 0) return { state: next.state, effects };
  return { state: next.state, effects: effects.length === 0 ? next.effects : [...effects, ...next.effects] };
}

/** A change of the state alone. */
export const changed = (state: ChatState, effects: readonly Effect[] = []): Change => ({
  state,
  effects,
});
