import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ApiClient } from "./api/api-client.ts";
import type { Settle } from "./api/settle.ts";
import type { Clock } from "./platform/clock.ts";
import type { AppEvent, AppState, Commands, EffectName, EventName, LoggedKinds, Runners } from "./state/shape.ts";
import type { AppStore, Dispatch, StorePart } from "./state/store.ts";
import type { Handlers, PayloadKind } from "./state/transition.ts";

/** A slice's words, a file for each language. */
export type WordFiles = { readonly [Language in LanguageCode]: () => Promise<object> };

/** What performers need. */
export interface Outside {
  readonly store: AppStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settle: Settle;
  /** Calls when a lost connection may be back, or a held one may be dead; returns how to stop. */
  readonly onResumeHint: (listener: () => void) => () => void;
  /** A live event as ours. */
  readonly liveEventOf: (name: string, data: unknown) => AppEvent;
}

/**
 * What the first load has of a slice that comes later (`later-parts.ts`, `last-parts.ts`): how its state begins, its commands and words. What
 * happens before the slice has come waits for it.
 */
export interface PartFront<State, Own = object> {
  readonly initial: State & Partial<AppState>;
  readonly commands?: (dispatch: Dispatch) => Own;
  readonly words?: WordFiles;
}

/**
 * A slice as the page knows it. The compiler ensures that it starts every field of its state, handles every event of its own,
 * performs every effect and answers every command; it may handle other slices' events as well.
 */
export interface Part<State, Events = object, Effects = object, Own = object> extends StorePart, PartFront<State, Own> {
  readonly initial: State & Partial<AppState>;
  readonly handlers: Handlers<keyof Events & EventName> & Partial<Handlers>;
  readonly run?: (outside: Outside) => Runners<keyof Effects & EffectName> & Partial<Runners>;
  readonly kinds?: { readonly [Name in keyof LoggedKinds]?: PayloadKind };
}

export type AnyPart = Part<Partial<AppState>, object, object, Partial<Commands>>;

export type AnyFront = PartFront<Partial<AppState>, Partial<Commands>>;

/** Performers of all parts' effects. */
export const runnersOf = (parts: readonly AnyPart[], outside: Outside): Partial<Runners>[] =>
  parts.flatMap(({ run }) => run?.(outside) ?? []);

export const commandsOf = (parts: readonly AnyFront[], dispatch: Dispatch): Commands =>
  Object.assign({}, ...parts.map(({ commands }) => commands?.(dispatch) ?? {}));
