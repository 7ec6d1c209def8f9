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
 * A slice as the page knows it. The compiler ensures that it starts every field of its state, handles every event of its own,
 * performs every effect and answers every command; it may handle other slices' events as well.
 */
export interface Part<State, Events = object, Effects = object, Own = object> extends StorePart {
  readonly initial: State & Partial<AppState>;
  readonly handlers: Handlers<keyof Events & EventName> & Partial<Handlers>;
  readonly run?: (outside: Outside) => Runners<keyof Effects & EffectName> & Partial<Runners>;
  readonly commands?: (dispatch: Dispatch) => Own;
  readonly words?: WordFiles;
  readonly kinds?: { readonly [Name in keyof LoggedKinds]?: PayloadKind };
}

export type AnyPart = Part<Partial<AppState>, object, object, Partial<Commands>>;

export const commandsOf = (parts: readonly AnyPart[], dispatch: Dispatch): Commands =>
  Object.assign({}, ...parts.map(({ commands }) => commands?.(dispatch) ?? {}));
