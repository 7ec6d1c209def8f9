import { createStore, type StoreApi } from "zustand/vanilla";
import type { PayloadKinds } from "./transition.ts";
import type { AppEvent, AppState, Effect, EventName, Runners } from "./shape.ts";
import { andThen, changed, type Change, type Context, type Handlers, type IsDue } from "./transition.ts";

/** Reports an event to the store. */
export type Dispatch = (event: AppEvent) => void;

/** A slice as the store knows it. */
export interface StorePart {
  /** Its part of the initial state. */
  readonly initial: Partial<AppState>;
  /** Whether that survives signing out: the page's own, not the person's. */
  readonly isOfPage?: true;
  readonly handlers: Partial<Handlers>;
  /** The effects of any change of the state. */
  readonly follow?: (before: AppState, after: AppState) => readonly Effect[];
  /** Requests again what failed of its own and is due (SYNC-8a). */
  readonly retry?: (state: AppState, isDue: IsDue) => Change;
  /** The kinds of logged events that the slice registers (SYNC-9). */
  readonly kinds?: PayloadKinds;
}

/** The one store. `dispatch` is the only way to change it. */
export interface AppStore extends Pick<StoreApi<AppState>, "getState" | "subscribe" | "getInitialState"> {
  readonly dispatch: Dispatch;
  /** The logged kinds of all parts, by wire name. */
  readonly kinds: PayloadKinds;
  /** Adds performers of effects; each effect goes to all that know it, in the order they were added. */
  readonly perform: (runners: Partial<Runners>) => unknown;
}

interface StoreSetup {
  /** Every slice, in the order in which they handle an event. */
  readonly parts: readonly StorePart[];
  /** What the device stored earlier, instead of the parts' own initial state. */
  readonly restored?: Partial<AppState>;
  readonly context: () => Omit<Context, "kinds" | "retryFailed" | "signedOut">;
  /** Receives what a performer threw: a bug, which stops neither state nor effects. */
  readonly report: (error: unknown) => void;
}

/**
 * Builds the store. Events are handled one after the other, also those that effects dispatch meanwhile: each gets the state
 * that the one before it left.
 */
export function createAppStore({ parts, restored = {}, context, report }: StoreSetup): AppStore {
  const store = createStore<AppState>(() => ({ ...initialOf(parts), ...restored }));
  const signedOutState = initialOf(parts.filter(({ isOfPage }) => isOfPage !== true));
  const retries = parts.flatMap(({ retry }) => retry ?? []);
  const kinds: PayloadKinds = Object.assign({}, ...parts.map((part) => part.kinds ?? {}));
  const constant = {
    kinds,
    retryFailed: (state: AppState, isDue: IsDue): Change =>
      retries.reduce((change, retry) => andThen(change, (next) => retry(next, isDue)), changed(state)),
    signedOut: (state: AppState): AppState => ({ ...state, ...signedOutState }),
  };
  const performers: Partial<Runners>[] = [];
  const waiting: AppEvent[] = [];
  let isBusy = false;

  function step(event: AppEvent): void {
    const before = store.getState();
    const effects: Effect[] = [];
    let after = before;
    const known: Context = { ...context(), ...constant };
    for (const part of parts) {
      const change = transition(part.handlers, after, event, known);
      after = change.state;
      effects.push(...change.effects);
    }
    for (const { follow } of parts) if (follow) effects.push(...follow(before, after));
    if (after !== before) store.setState(after, true);
    for (const effect of effects) for (const runners of performers) performEffect(runners, effect, report);
  }

  function dispatch(event: AppEvent): void {
    waiting.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) step(next);
    } finally {
      isBusy = false;
      // A transition that throws stops itself alone, not later events.
      const next = waiting.shift();
      if (next) dispatch(next);
    }
  }

  const { getState, subscribe, getInitialState } = store;
  return { getState, subscribe, getInitialState, dispatch, kinds, perform: (runners) => performers.push(runners) };
}

/** The initial state of all parts: together they name every field. */
const initialOf = (parts: readonly StorePart[]): AppState => Object.assign({}, ...parts.map(({ initial }) => initial));

function transition<Name extends EventName>(
  handlers: Partial<Handlers>,
  state: AppState,
  event: AppEvent<Name>,
  context: Context,
): Change {
  const handler: Partial<Handlers>[Name] = handlers[event.type];
  return handler ? handler(state, event, context) : changed(state);
}

function performEffect<Name extends Effect["type"]>(
  runners: Partial<Runners>,
  effect: Effect<Name>,
  report: (error: unknown) => void,
): void {
  const run: Partial<Runners>[Name] = runners[effect.type];
  try {
    run?.(effect);
  } catch (error) {
    report(error);
  }
}
