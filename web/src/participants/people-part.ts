import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import type { Participant } from "../state/entities.ts";
import type { Part } from "../state/part.ts";
import {
  type PeopleEffects,
  type PeopleEvents,
  type PeopleState,
  memberHandlers,
  retryMembers,
} from "./members-state.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change } from "../state/transition.ts";
import {
  type ColleaguesEffects,
  type ColleaguesEvents,
  type ColleaguesState,
  colleaguesHandlers,
  followCustomer,
  retryColleagues,
} from "../state/participants/colleagues-state.ts";

/** Room members, and the names of people known only by id (USR-2c). */
export const peoplePart: Part<PeopleState, PeopleEvents, PeopleEffects> = {
  initial: { memberList: null, named: {} },
  handlers: {
    ...memberHandlers,
    "people/names-wanted": (state, { ids }) => {
      const wanted = ids.filter((id) => state.named[id] === undefined);
      return wanted.length === 0 ? changed(state) : lookUp(withNamed(state, heldPeople(state, wanted)), wanted);
    },
    "people/named": (state, { people }) => changed(withNamed(withoutFailure(state, namesFailure), people)),
    "people/names-failed": (state, { error }, context) => retryLater(state, namesFailure, error, context),
  },
  retry: (state, isDue) =>
    andThen(retryMembers(state, isDue), (next) =>
      isDue(namesFailure) ? lookUp(underWay(next, namesFailure), Object.keys(next.named).map(Number)) : changed(next),
    ),
};

export const colleaguesPart: Part<ColleaguesState, ColleaguesEvents, ColleaguesEffects> = {
  initial: { colleagues: { search: "", found: [], phase: "loading" } },
  handlers: colleaguesHandlers,
  retry: retryColleagues,
  follow: followCustomer,
};

const namesFailure = "people.names";

/** The kind of an id is unknown, so each id is requested as all three kinds. */
const idsPerCall = Math.floor(lookupIdsMax / 3);

function heldPeople(state: AppState, ids: readonly number[]): readonly Participant[] {
  const wanted = new Set(ids);
  const self = me(state);
  const members = Object.values(state.rooms.byId).flatMap((room) => room.members);
  return [...members, ...(self ? [self] : [])].filter(({ id }) => wanted.has(id));
}

const withNamed = (state: AppState, people: readonly Participant[]): AppState => ({
  ...state,
  named: { ...state.named, ...Object.fromEntries(people.map((person) => [person.id, person])) },
});

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
