import type { AppEffects } from "./shape.ts";

/** The name of an effect, an imperative. */
export type EffectName = keyof AppEffects;

/** An effect as data: its name as `type`, and its arguments. */
export type Effect<Name extends EffectName = EffectName> = {
  [N in Name]: { readonly type: N } & AppEffects[N];
}[Name];

/** Performers of effects, by name. */
export type Runners<Names extends EffectName = EffectName> = {
  readonly [N in Names]: (effect: Effect<N>) => void;
};
