import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChatState } from "./chat-state.ts";
import type { Effect } from "./effects.ts";
import type { ChatEvent, EventName } from "./events.ts";
import { changed, type Change, type Context, type Handlers } from "./transition.ts";
import { runEffect, type Runners } from "./run-effects.ts";

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
  readonly add: (part: Part) => unknown;
}

/** What the store is built from. `report` hears of an effect that threw: a bug, which stops neither state nor effects. */
export interface StoreSetup {
  readonly initial: ChatState;
  readonly context: () => Context;
  readonly report: (error: unknown) => void;
}

/**
 * Builds the store. Events are handled one after the other, also those that effects dispatch meanwhile: each sees the
 * state that the one before it left.
 */
export function createChatStore({ initial, context, report }: StoreSetup): ChatStore {
  const store = createStore<ChatState>(() => initial);
  const parts: Part[] = [];
  const waiting: ChatEvent[] = [];
  let isBusy = false;

  function step(event: ChatEvent): void {
    const before = store.getState();
    const effects: Effect[] = [];
    let after = before;
    for (const part of parts) {
      const change = transition(part.handlers, after, event, context());
      after = change.state;
      effects.push(...change.effects);
    }
    for (const part of parts) effects.push(...part.follow(before, after));
    if (after !== before) store.setState(after, true);
    for (const effect of effects) {
      for (const part of parts) runEffect(part.runners, effect, report);
    }
  }

  function dispatch(event: ChatEvent): void {
    waiting.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) step(next);
    } finally {
      isBusy = false;
      // A transition that throws stops itself alone, not what came after it.
      const next = waiting.shift();
      if (next) dispatch(next);
    }
  }

  const { getState, subscribe, getInitialState } = store;
  return { getState, subscribe, getInitialState, dispatch, add: (part) => parts.push(part) };
}

function transition<Name extends EventName>(
  handlers: Partial<Handlers>,
  state: ChatState,
  event: ChatEvent<Name>,
  context: Context,
): Change {
  const handler: Partial<Handlers>[Name] = handlers[event.type];
  return handler ? handler(state, event, context) : changed(state);
}
