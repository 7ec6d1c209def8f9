import { createStore, type StoreApi } from "zustand/vanilla";
import { createQueue } from "./queue.ts";
import type { PayloadKind, PayloadKinds } from "./transition.ts";
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
  /** Adds the next of the later slices and their performers, which now get what has happened so far, in its order. */
  readonly addParts: (more: readonly StorePart[], runners: readonly Partial<Runners>[]) => void;
}

/** An event, and the effects that the slices so far had of it. */
interface Happened {
  readonly event: AppEvent;
  readonly effects: Effect[];
  /** Its session has ended since (PERF-1d). */
  isOver: boolean;
}

function endOf(one: Happened): void {
  one.isOver = true;
}

type Beginning = Pick<StorePart, "initial">;

interface StoreSetup {
  /** The slices, in the order in which they handle an event. */
  readonly parts: readonly StorePart[];
  /** How the state of the slices begins that come later, by `addParts`, in their order; without this all are there. */
  readonly later?: readonly Beginning[];
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
export function createAppStore({ parts: first, later, restored = {}, context, report }: StoreSetup): AppStore {
  const store = createStore<AppState>(() => ({ ...initialOf([...first, ...(later ?? [])]), ...restored }));
  const { subscribe, getInitialState } = store;
  let state = store.getState();
  const getState = (): AppState => state;
  const performers: Partial<Runners>[] = [];
  // PERF-12: who watches the state learns of all that an event caused at once; each of their thousand selectors costs every time.
  const queue = createQueue(() => {
    if (state !== store.getState()) store.setState(state, true);
  });
  /** What the later slices will get, until all are there. Few events happen by then, so nothing limits them. */
  const past: Happened[] = [];
  let missing = later?.length ?? 0;
  const { parts, kinds, known, add } = createKnown(first, later ?? [], () => past.forEach(endOf));

  /** Some slices handle an event; `before` is the state that they saw last. */
  function step(event: AppEvent, handling: readonly StorePart[], before: AppState): Effect[] {
    const effects: Effect[] = [];
    let after = state;
    const all: Context = { ...context(), ...known };
    for (const part of handling) {
      const change = transition(part.handlers, after, event, all);
      after = change.state;
      effects.push(...change.effects);
    }
    for (const { follow } of handling) if (follow) effects.push(...follow(before, after));
    state = after;
    return effects;
  }

  function perform(effects: readonly Effect[], by: readonly Partial<Runners>[]): void {
    for (const effect of effects) for (const runners of by) performEffect(runners, effect, report);
  }

  function handle(event: AppEvent): void {
    const effects = step(event, parts, getState());
    if (missing > 0) past.push({ event, effects, isOver: false });
    perform(effects, performers);
  }

  function addParts(more: readonly StorePart[], runners: readonly Partial<Runners>[]): void {
    const happened = [...past];
    missing -= more.length;
    if (missing <= 0) past.length = 0;
    add(more);
    performers.push(...runners);
    let before = getInitialState();
    const again = (one: Happened) => {
      const earlier = [...one.effects];
      const own = one.isOver ? [] : step(one.event, more, before);
      before = one.isOver ? before : getState();
      one.effects.push(...own);
      perform(earlier, runners);
      perform(own, performers);
    };
    queue(...happened.map((one) => () => again(one)));
  }

  return {
    getState,
    subscribe,
    getInitialState,
    dispatch: (event) => queue(() => handle(event)),
    kinds,
    perform: (runners) => performers.push(runners),
    addParts,
  };
}

/** The slices that are there, and what a transition gets of all of them. */
function createKnown(first: readonly StorePart[], later: readonly Beginning[], onSignedOut: () => void) {
  const signedOutState = initialOf([...first.filter(({ isOfPage }) => isOfPage !== true), ...later]);
  const parts: StorePart[] = [];
  const kinds: Record<string, PayloadKind> = {};
  const known = {
    kinds,
    retryFailed: (state: AppState, isDue: IsDue): Change =>
      parts.reduce(
        (change, { retry }) => (retry ? andThen(change, (next) => retry(next, isDue)) : change),
        changed(state),
      ),
    signedOut: (state: AppState): AppState => {
      onSignedOut();
      return { ...state, ...signedOutState };
    },
  };
  const add = (more: readonly StorePart[]): void => {
    parts.push(...more);
    Object.assign(kinds, ...more.map((part) => part.kinds ?? {}));
  };
  add(first);
  return { parts, kinds, known, add };
}

/** The initial state of all parts: together they name every field. */
const initialOf = (parts: readonly Beginning[]): AppState => Object.assign({}, ...parts.map(({ initial }) => initial));

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
