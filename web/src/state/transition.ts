import type { RoomChange, RoomId } from "./entities.ts";
import type { AppEvent, AppState, Effect, EventName } from "./shape.ts";

export type IsDue = (key: string) => boolean;

export interface Context {
  readonly now: number;
  readonly timestamp: string;
  readonly newId: () => string;
  /** Clears everything that belongs to the person; the page's own state stays. */
  readonly signedOut: (state: AppState) => AppState;
  readonly retryFailed: (state: AppState, isDue: IsDue) => Change;
  readonly kinds: PayloadKinds;
}

export interface Change {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

type Handler<Name extends EventName> = (state: AppState, event: AppEvent<Name>, context: Context) => Change;

export type Handlers<Names extends EventName = EventName> = { readonly [N in Names]: Handler<N> };

export function andThen({ state, effects }: Change, step: (state: AppState) => Change): Change {
  const next = step(state);
  if (next.effects.length === 0) return { state: next.state, effects };
  return { state: next.state, effects: effects.length === 0 ? next.effects : [...effects, ...next.effects] };
}

export const changed = (state: AppState, effects: readonly Effect[] = []): Change => ({ state, effects });

export const dispatched = (event: AppEvent): Effect => ({ type: "dispatch", event });

export const dispatchLater = (key: string, delayMs: number, event: AppEvent): Effect => ({
  type: "dispatch-later",
  key,
  delayMs,
  event,
});

export const askToSync = (delayMs = 0): Effect => dispatched({ type: "sync/asked", delayMs });

export interface PlacedEvent<Data> {
  readonly roomId: RoomId;
  readonly seq: number;
  readonly data: Data;
}

/** A kind of logged event that a slice registers: how its payload is parsed and applied. */
export interface PayloadKind {
  readonly read: (name: string, data: unknown) => RoomChange | null;
  readonly apply: (state: AppState, event: PlacedEvent<unknown>) => Change;
}

/** `read` returns null for a payload of the wrong shape. */
export function payloadKind<Data>(kind: {
  readonly read: (data: unknown) => PlacedEvent<Data> | null;
  readonly apply: (state: AppState, event: PlacedEvent<Data>) => Change;
}): PayloadKind {
  return {
    read: (name, data) => {
      const event = kind.read(data);
      return event === null ? null : { kind: "payload", name, ...event };
    },
    // The payload was parsed by this kind's own `read`, so the cast is safe.
    apply: (state, event) => kind.apply(state, event as PlacedEvent<Data>),
  };
}

export type PayloadKinds = Readonly<Record<string, PayloadKind>>;
