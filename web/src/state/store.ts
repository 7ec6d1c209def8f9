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

export type Dispatch = (event: AppEvent) => void;

export interface StorePart {
  readonly initial: Partial<AppState>;
  /** Whether the slice's state survives signing out, because it belongs to the page and not to the person. */
  readonly isOfPage?: true;
  readonly handlers: Partial<Handlers>;
  readonly follow?: (before: AppState, after: AppState) => readonly Effect[];
  readonly retry?: (state: AppState, isDue: IsDue) => Change;
  readonly kinds?: PayloadKinds;
}

/** Code of a slice that loads late, because only late components dispatch its events. The slice's initial state loads early. */
export type LatePart = Pick<StorePart, "handlers" | "retry">;

export interface AppStore extends Pick<StoreApi<AppState>, "getState" | "subscribe" | "getInitialState"> {
  readonly dispatch: Dispatch;
  readonly kinds: PayloadKinds;
  readonly join: (part: LatePart) => unknown;
  readonly perform: (runners: Partial<Runners>) => unknown;
  readonly onEffect: (listen: (effect: Effect, isPerformed: boolean) => void) => unknown;
}

interface StoreSetup {
  readonly parts: readonly StorePart[];
  readonly restored?: Partial<AppState>;
  readonly context: () => Omit<Context, "kinds" | "retryFailed" | "signedOut">;
  /** Receives errors thrown by runners. Those are bugs, and stop neither state nor effects. */
  readonly report: (error: unknown) => void;
}

/** Creates the store. Events are handled one at a time, including those that effects dispatch. */
export function createAppStore({ parts: first, restored = {}, context, report }: StoreSetup): AppStore {
  const parts = [...first];
  const store = createStore<AppState>(() => ({ ...initialOf(parts), ...restored }));
  const { subscribe, getInitialState } = store;
  let state = store.getState();
  const getState = (): AppState => state;
  const performers: Partial<Runners>[] = [];
  const listeners: ((effect: Effect, isPerformed: boolean) => void)[] = [];
  // PERF-12: publishes the state once for an event and everything that it causes, since each publication runs a thousand selectors.
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
    join: (part) => parts.push({ initial: {}, ...part }),
    perform: (runners) => performers.push(runners),
    onEffect: (listen) => listeners.push(listen),
  };
}

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

/** Runs work in order, including work queued by other work. An error stops only its own item. Calls `onDone` whenever the queue is empty. */
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
