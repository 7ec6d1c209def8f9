import type { StoreApi } from "zustand/vanilla";
import type { ChatState } from "./chat-state.ts";
import type { Effect, EffectName } from "./effects.ts";
import type { ChatEvent, EventName } from "./events.ts";

/** What a transition may know besides state and event: the time (ms since the epoch) and fresh ids. */
export interface Context {
  readonly now: number;
  readonly newId: () => string;
}

/** What a transition gives back. */
export interface Change {
  readonly state: ChatState;
  readonly effects: readonly Effect[];
}

/** A pure transition for one event. */
export type Handler<Name extends EventName> = (state: ChatState, event: ChatEvent<Name>, context: Context) => Change;

/** Transitions by event name; `Handlers<keyof RoomEvents>` must name them all. */
export type Handlers<Names extends EventName = EventName> = { readonly [N in Names]: Handler<N> };

/** What performs effects, by their name. */
export type Runners<Names extends EffectName = EffectName> = {
  readonly [N in Names]: (effect: Effect<N>) => void;
};

/** A part of the application: its transitions, its effects, and what follows from any change of state. */
export interface Part {
  readonly handlers: Partial<Handlers>;
  readonly runners: Partial<Runners>;
  readonly follow: (before: ChatState, after: ChatState) => readonly Effect[];
}

/** The one store. `dispatch` is the only way to change it. */
export interface ChatStore extends Pick<StoreApi<ChatState>, "getState" | "subscribe" | "getInitialState"> {
  readonly dispatch: (event: ChatEvent) => void;
  /** Adds a part; parts handle an event in the order they were added. */
  readonly add: (part: Part) => void;
}
