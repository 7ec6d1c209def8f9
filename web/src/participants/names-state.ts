import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import type { Participant } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";

/** The key of a failure to look names up (SYNC-8a). */
const failureKey = "people.names";

/** Of an id the kind may be unknown, so each is asked for as one of all three. */
const idsPerCall = Math.floor(lookupIdsMax / 3);

/** Names of people of whom only the id is known (USR-2c). */
export const nameHandlers: Handlers<"people/names-wanted" | "people/named" | "people/names-failed"> = {
  "people/names-wanted": (state, { ids }) => {
    const wanted = ids.filter((id) => state.named[id] === undefined);
    return wanted.length === 0 ? changed(state) : lookUp(withNamed(state, heldPeople(state, wanted)), wanted);
  },

  "people/named": (state, { people }) => changed(withNamed(withoutFailure(state, failureKey), people)),

  "people/names-failed": (state, { error }, context) => retryLater(state, failureKey, error, context),
};

/** SYNC-8a: asks again for those who have no name yet. */
export function retryNames(state: AppState, isDue: IsDue): Change {
  return isDue(failureKey) ? lookUp(underWay(state, failureKey), Object.keys(state.named).map(Number)) : changed(state);
}

/** Those of these people who are known by a room that is held. */
function heldPeople(state: AppState, ids: readonly number[]): readonly Participant[] {
  const wanted = new Set(ids);
  const self = me(state);
  const people = Object.values(state.rooms.byId).flatMap(({ members }) => members.filter(({ id }) => wanted.has(id)));
  return self && wanted.has(self.id) ? [...people, self] : people;
}

const withNamed = (state: AppState, people: readonly Participant[]): AppState => ({
  ...state,
  named: { ...state.named, ...Object.fromEntries(people.map((person) => [person.id, person])) },
});

/** Looks up who is not named yet. */
function lookUp(state: AppState, ids: readonly number[]): Change {
  const unnamed = ids.filter((id) => !state.named[id]);
  const named = { ...state.named, ...Object.fromEntries(unnamed.map((id) => [id, null])) };
  const calls = Array.from({ length: Math.ceil(unnamed.length / idsPerCall) }, (_, call) =>
    unnamed.slice(call * idsPerCall, (call + 1) * idsPerCall),
  );
  return changed(
    { ...state, named },
    calls.map((some) => ({ type: "call-names", ids: some })),
  );
}
