import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppEvent, AppState, Effect, EventName, Runners } from "./shape.ts";
import {
  andThen,
  type Change,
  changed,
  type Context,
  type Handlers,
  type IsDue,
  type PayloadKinds,
} from "./transition.ts";

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
  /** Tells of each effect after it was performed, and whether anything performed it. */
  readonly onEffect: (listen: (effect: Effect, isPerformed: boolean) => void) => unknown;
}

interface StoreSetup {
  /** The slices, in the order in which they handle an event. */
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
  const { subscribe, getInitialState } = store;
  let state = store.getState();
  const getState = (): AppState => state;
  const performers: Partial<Runners>[] = [];
  const listeners: ((effect: Effect, isPerformed: boolean) => void)[] = [];
  // PERF-12: who watches the state learns of all that an event caused at once; each of their thousand selectors costs every time.
  const queue = createQueue(() => {
    if (state !== store.getState()) store.setState(state, true);
  });
  const known = knownOf(parts);

  function handle(event: AppEvent): void {
    const before = state;
    const all: Context = { ...context(), ...known };
    const { state: after, effects } = parts.reduce(
      (change, { handlers }) => andThen(change, (next) => transition(handlers, next, event, all)),
      changed(before),
    );
    state = after;
    const followed = parts.flatMap(({ follow }) => follow?.(before, after) ?? []);
    for (const effect of [...effects, ...followed]) {
      const able = performers.filter((runners) => effect.type in runners);
      for (const runners of able) performEffect(runners, effect, report);
      for (const listen of listeners) listen(effect, able.length > 0);
    }
  }

  return {
    getState,
    subscribe,
    getInitialState,
    dispatch: (event) => queue(() => handle(event)),
    kinds: known.kinds,
    perform: (runners) => performers.push(runners),
    onEffect: (listen) => listeners.push(listen),
  };
}

/** What a transition gets of all parts. */
function knownOf(parts: readonly StorePart[]): Pick<Context, "kinds" | "retryFailed" | "signedOut"> {
  const signedOutState = initialOf(parts.filter(({ isOfPage }) => isOfPage !== true));
  return {
    kinds: Object.assign({}, ...parts.map(({ kinds }) => kinds ?? {})),
    retryFailed: (state, isDue) =>
      parts.reduce(
        (change, { retry }) => (retry ? andThen(change, (next) => retry(next, isDue)) : change),
        changed(state),
      ),
    signedOut: (state) => ({ ...state, ...signedOutState }),
  };
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

export function performEffect<Name extends Effect["type"]>(
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

/**
 * Runs what it is given one after the other, also what one of them adds; one that throws stops itself alone. `onDone` runs each time
 * that nothing waits any more.
 */
export function createQueue(onDone: () => void): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  function run(): void {
    if (isBusy) return;
    isBusy = true;
    let isDone = false;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next();
      isDone = true;
      onDone();
    } finally {
      isBusy = false;
      if (!isDone || waiting.length > 0) run();
    }
  }

  return (work) => {
    waiting.push(work);
    run();
  };
}
