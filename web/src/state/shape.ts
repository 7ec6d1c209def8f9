/**
 * The sum of the slices. Each slice adds its own by declaration merging (`declare module "./shape.ts"` in its
 * `*-shape.ts`), so that nothing here imports a slice and none has to be listed.
 */

/** The state of the page: one value, changed only by transitions. */
export interface AppState {}

/** Events by name, with their data. @public Slices declare their own. */
export interface AppEvents {}

/** Effects by name, with their data. @public Slices declare their own. */
export interface AppEffects {}

/** What a component may ask for. */
export interface Commands {}

/** The words of the page, in their original language. */
export interface Words {}

/** Our own sentences for alerts, each by its key in the words. */
export interface AlertKeys {}

/** The kinds of logged events that slices register, by their names on the wire. */
export interface LoggedKinds {}

/** The name of an event. */
export type EventName = keyof AppEvents;

/** An event: its name as `type`, and its data. */
export type AppEvent<Name extends EventName = EventName> = {
  [N in Name]: { readonly type: N } & AppEvents[N];
}[Name];

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

/** Nothing but its name. */
export type Nothing = unknown;
