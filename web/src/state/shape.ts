/**
 * What the slices add up to. Each slice adds its own by declaration merging (`declare module "../state/shape.ts"` in its
 * `*-shape.ts`), so that nothing here knows a slice and no slice has to be listed.
 */

/** Everything that the page knows: one value, changed only by transitions. */
export interface AppState {}

/** What can happen, by name, with what each event carries. */
export interface AppEvents {}

/** What a transition may ask of the outside, by name. */
export interface AppEffects {}

/** What a component may ask for. */
export interface Commands {}

/** The words of the page, in the language they are first written in. */
export interface Words {}

/** Our own sentences for alerts: where each one stands among the words. */
export interface AlertKeys {}

/** The kinds of logged events that slices bring along, by their names on the wire. */
export interface LoggedKinds {}

/** Carries nothing but its name. */
export type Nothing = unknown;
