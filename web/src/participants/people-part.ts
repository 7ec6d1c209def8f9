import type { Part } from "../state/part.ts";
import { andThen } from "../state/transition.ts";
import {
  memberHandlers,
  retryMembers,
  type PeopleCommands,
  type PeopleEffects,
  type PeopleEvents,
  type PeopleState,
} from "./members-state.ts";
import { nameHandlers, retryNames } from "./names-state.ts";

/** The members of rooms, and names of people elsewhere. */
export const peoplePart: Part<PeopleState, PeopleEvents, PeopleEffects, PeopleCommands> = {
  initial: { memberList: null, named: {} },
  commands: (dispatch) => ({
    showMembers: (roomId) => dispatch({ type: "people/members-shown", roomId }),
    hideMembers: () => dispatch({ type: "people/members-shown", roomId: null }),
    loadMoreMembers: () => dispatch({ type: "people/more-asked" }),
    wantNames: (ids) => dispatch({ type: "people/names-wanted", ids }),
  }),
  handlers: { ...memberHandlers, ...nameHandlers },
  retry: (state, isDue) => andThen(retryMembers(state, isDue), (next) => retryNames(next, isDue)),
};
