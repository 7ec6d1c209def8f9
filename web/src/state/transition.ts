import type { RoomChange, RoomId } from "./entities.ts";
import type { AppEvent, AppState, Effect, EventName } from "./shape.ts";

/** Whether it is time for what failed under a key (SYNC-8a). */
export type IsDue = (key: string) => boolean;

/** What a transition gets besides state and event. */
export interface Context {
  /** The time, ms since the epoch. */
  readonly now: number;
  /** The same as ISO 8601. */
  readonly timestamp: string;
  readonly newId: () => string;
  /** Clears everything of the person; the page's own stays. */
  readonly signedOut: (state: AppState) => AppState;
  /** Requests again what the slices need, did not get, and is due (SYNC-8a). */
  readonly retryFailed: (state: AppState, isDue: IsDue) => Change;
  readonly kinds: PayloadKinds;
}

/** The result of a transition. */
export interface Change {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

/** A pure transition for one event. */
type Handler<Name extends EventName> = (state: AppState, event: AppEvent<Name>, context: Context) => Change;

/** Transitions by event name. */
export type Handlers<Names extends EventName = EventName> = { readonly [N in Names]: Handler<N> };

/** Two changes in sequence: the second starts from the state that the first left. */
export function andThen({ state, effects }: Change, step: (state: AppState) => Change): Change {
  const next = step(state);
  if (next.effects.length === 0) return { state: next.state, effects };
  return { state: next.state, effects: effects.length === 0 ? next.effects : [...effects, ...next.effects] };
}

/** A change of the state alone. */
export const changed = (state: AppState, effects: readonly Effect[] = []): Change => ({
  state,
  effects,
});

/** Requests catching up (MSG-6), after a delay in ms where given. */
export const askToSync = (delayMs = 0): Effect => ({ type: "dispatch", event: { type: "sync/asked", delayMs } });

/** An event of a room's log with its `seq`, and its payload in our own words. */
export interface PlacedEvent<Data> {
  readonly roomId: RoomId;
  readonly seq: number;
  readonly data: Data;
}

/** A kind of logged event that a slice registers: how it is read from the wire, and its transition as the next of its room's log. */
export interface PayloadKind {
  readonly read: (name: string, data: unknown) => RoomChange | null;
  readonly apply: (state: AppState, event: PlacedEvent<unknown>) => Change;
}

/** `read` answers null for a payload of the wrong shape. */
export function payloadKind<Data>(kind: {
  readonly read: (data: unknown) => PlacedEvent<Data> | null;
  readonly apply: (state: AppState, event: PlacedEvent<Data>) => Change;
}): PayloadKind {
  return {
    read: (name, data) => {
      const event = kind.read(data);
      return event === null ? null : { kind: "payload", name, ...event };
    },
    // Under a name stands only what its kind has read.
    apply: (state, event) => kind.apply(state, event as PlacedEvent<Data>),
  };
}

/** The kinds by wire name. */
export type PayloadKinds = Readonly<Record<string, PayloadKind>>;
