import type { ApiClient } from "./api/api-client.ts";
import type { Settle } from "./api/settle.ts";
import type { Clock } from "./platform/clock.ts";
import { lateCode } from "./platform/late-component.ts";
import { warn } from "./platform/log.ts";
import type { LoadWords } from "./state/app-context.ts";
import type {
  AppEvent,
  AppState,
  Commands,
  Effect,
  EffectName,
  EventName,
  LoggedKinds,
  Runners,
} from "./state/shape.ts";
import type { AppStore, Dispatch, StorePart } from "./state/store.ts";
import type { Handlers, PayloadKind } from "./state/transition.ts";

/** What performers need. */
export interface Outside {
  readonly store: AppStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settle: Settle;
  readonly loadWords: LoadWords;
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
  readonly commands?: (dispatch: Dispatch) => Own;
  readonly handlers: Handlers<keyof Events & EventName> & Partial<Handlers>;
  readonly run?: (outside: Outside) => Runners<keyof Effects & EffectName> & Partial<Runners>;
  readonly kinds?: { readonly [Name in keyof LoggedKinds]?: PayloadKind };
}

export type AnyPart = Part<Partial<AppState>, object, object, Partial<Commands>>;

/** Performers of all parts' effects. */
export const runnersOf = (parts: readonly AnyPart[], outside: Outside): Partial<Runners>[] =>
  parts.flatMap(({ run }) => run?.(outside) ?? []);

/**
 * Performers whose code loads ahead, with the first of their effects, or at once; what is asked until it is there waits. For those of
 * the start, which are patient, nothing loads before the list is there.
 */
export function lateRunners<Name extends EffectName>(
  names: readonly Name[],
  load: () => Promise<Runners<Name>>,
  { isAtOnce = false, patient = [] }: { readonly isAtOnce?: boolean; readonly patient?: readonly Name[] } = {},
): Runners<Name> {
  let loaded: Runners<Name> | null = null;
  const waiting: Effect<Name>[] = [];
  const get = lateCode(async () => {
    const runners = await load();
    loaded = runners;
    for (const effect of waiting.splice(0)) runners[effect.type](effect);
  });
  const failed = (error: unknown): void => warn("What performs effects did not load.", error);
  const run = (effect: Effect<Name>): void => {
    if (loaded) loaded[effect.type](effect);
    else {
      waiting.push(effect);
      if (!patient.includes(effect.type)) get().catch(failed);
    }
  };
  if (isAtOnce) get().catch(failed);
  // Each of them takes its own effect.
  return Object.fromEntries(names.map((name) => [name, run])) as unknown as Runners<Name>;
}

export const commandsOf = (parts: readonly AnyPart[], dispatch: Dispatch): Commands =>
  Object.assign({}, ...parts.map(({ commands }) => commands?.(dispatch) ?? {}));
