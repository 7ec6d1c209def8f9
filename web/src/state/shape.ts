/** The whole state. Each slice adds its own by declaration merging (`declare module "./shape.ts"`), so nothing here imports a slice. */

export interface AppState {}

/** Events by name, with their data. @public Slices declare their own. */
export interface AppEvents {}

/** Effects by name, with their data. @public Slices declare their own. */
export interface AppEffects {}

export interface Words {}

export interface AlertKeys {}

/** The kinds of logged events, by wire name. Slices register their own. */
export interface LoggedKinds {}

export type EventName = keyof AppEvents;

export type AppEvent<Name extends EventName = EventName> = { [N in Name]: { readonly type: N } & AppEvents[N] }[Name];

export type EffectName = keyof AppEffects;

export type Effect<Name extends EffectName = EffectName> = { [N in Name]: { readonly type: N } & AppEffects[N] }[Name];

export type Runners<Names extends EffectName = EffectName> = { readonly [N in Names]: (effect: Effect<N>) => void };

export type Nothing = unknown;
