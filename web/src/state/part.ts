import type { Clock } from "../platform/clock.ts";
import { lateCode } from "../platform/late-component.ts";
import { warn } from "../platform/log.ts";
import type { LoadWords } from "./app-context.ts";
import type { AppEvent, AppState, Effect, EffectName, EventName, LoggedKinds, Runners } from "./shape.ts";
import { ownerOf } from "./selectors.ts";
import { type AppStore, type LatePart, performEffect, type StorePart } from "./store.ts";
import type { Handlers, PayloadKind } from "./transition.ts";

export interface Outside {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly loadWords: LoadWords;
  readonly onResumeHint: (listener: () => void) => () => void;
  readonly liveEventOf: (name: string, data: unknown) => AppEvent;
}

/** Lets the compiler check that a slice initialises its state, handles its events and performs its effects. */
export interface Part<State, Events = object, Effects = object> extends StorePart {
  readonly initial: State & Partial<AppState>;
  readonly handlers: Handlers<keyof Events & EventName> & Partial<Handlers>;
  readonly run?: (outside: Outside) => Runners<keyof Effects & EffectName> & Partial<Runners>;
  readonly kinds?: { readonly [Name in keyof LoggedKinds]?: PayloadKind };
}

/** Lets the compiler check that a late part handles its slice's events. */
export interface LatePartOf<Events> extends LatePart {
  readonly handlers: Handlers<keyof Events & EventName>;
}

export type AnyPart = Part<Partial<AppState>>;

export const runnersOf = (parts: readonly AnyPart[], outside: Outside): Partial<Runners>[] =>
  parts.flatMap(({ run }) => run?.(outside) ?? []);

/** Runners whose code loads with their first effect, or immediately. Their effects wait until it has loaded. */
export function runnersOnDemand<Name extends EffectName>(
  names: readonly Name[],
  load: () => Promise<Runners<Name>>,
  { isAtOnce = false } = {},
): Runners<Name> {
  let loaded: Runners<Name> | null = null;
  // Code that loads at once is retried without end, since a frame's host waits for these runners.
  const get = lateCode(async () => (loaded = await load()), isAtOnce ? Number.POSITIVE_INFINITY : undefined);
  const run = (effect: Effect<Name>): void => {
    // Loaded runners run synchronously, on the state that dispatched the effect.
    if (loaded) loaded[effect.type](effect);
    else get().then((runners) => runners[effect.type](effect), warnOf);
  };
  if (isAtOnce) get().catch(warnOf);
  return Object.fromEntries(names.map((name) => [name, run])) as unknown as Runners<Name>;
}

export interface LateCode {
  readonly lateParts: Readonly<Record<string, LatePart>>;
  readonly lateRunners: Readonly<Record<string, (outside: Outside) => Partial<Runners>>>;
}

/**
 * Loads late parts and runners, at the latest with the first unperformed effect that is not `patient`. Then also performs the earlier effects, except
 * those of a person who has signed out since. An effect that early runners perform too must be patient. Returns a function that loads them now.
 */
export function performLate(
  outside: Outside,
  load: () => Promise<LateCode>,
  patient: readonly EffectName[],
): () => Promise<void> {
  const { store } = outside;
  const owner = (): string | null => ownerOf(store.getState());
  let earlier: { readonly effect: Effect; readonly by: string | null }[] | null = [];
  const get = lateCode(async () => {
    const { lateParts, lateRunners } = await load();
    for (const part of Object.values(lateParts)) store.join(part);
    const late = Object.values(lateRunners).map((runners) => runners(outside));
    for (const runners of late) store.perform(runners);
    const waiting = earlier ?? [];
    earlier = null;
    for (const { effect, by } of waiting)
      if (by === null || by === owner()) for (const runners of late) performEffect(runners, effect, warnOf);
  }, Number.POSITIVE_INFINITY);
  store.onEffect((effect, isPerformed) => {
    const isPatient = patient.includes(effect.type);
    if (earlier === null || (isPerformed && !isPatient)) return;
    earlier.push({ effect, by: owner() });
    if (!isPatient) get().catch(warnOf);
  });
  return get;
}

const warnOf = (error: unknown): void => warn("What performs effects failed.", error);
