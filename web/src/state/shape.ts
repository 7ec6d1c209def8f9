/**
 * The sum of the slices. Each slice adds its own by declaration merging (`declare module "../state/shape.ts"` in its
 * `*-shape.ts`), so that nothing here knows a slice and no slice has to be listed.
 */

/** The state of the page: one value, changed only by transitions. */
export interface AppState {}

/** All events by name, with their data. */
export interface AppEvents {}

/** What a transition may ask of the outside, by name. */
export interface AppEffects {}

/** What a component may ask for. */
export interface Commands {}

/** The words of the page, in their original language. */
export interface Words {}

/** Our own sentences for alerts, each by its key in the words. */
export interface AlertKeys {}

/** The kinds of logged events that slices register, by their names on the wire. */
export interface LoggedKinds {}

/** Nothing but its name. */
export type Nothing = unknown;
