import type {
  DraftEffects,
  Effect,
  EffectName,
  OutboxEffects,
  RoomEffects,
  ShellEffects,
  SyncEffects,
} from "./effects.ts";

/** What performs effects, by their name. */
export type Runners<Names extends EffectName = EffectName> = {
  readonly [N in Names]: (effect: Effect<N>) => void;
};

/** The runners of each part name every effect of it: a new effect does not compile until somebody performs it. */
export type ShellRunners = Runners<keyof ShellEffects>;
export type RoomRunners = Runners<keyof RoomEffects>;
export type SyncRunners = Runners<keyof SyncEffects>;
export type DraftRunners = Runners<keyof DraftEffects>;
export type OutboxRunners = Runners<keyof OutboxEffects>;

/** Performs one effect, where these runners know it. */
export function runEffect<Name extends EffectName>(
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
