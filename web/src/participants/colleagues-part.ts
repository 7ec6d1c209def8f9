import type { Part } from "../state/part.ts";
import {
  type ColleaguesCommands,
  type ColleaguesEffects,
  type ColleaguesEvents,
  type ColleaguesState,
  colleaguesHandlers,
  followCustomer,
  retryColleagues,
} from "../state/participants/colleagues-state.ts";

export const colleaguesPart: Part<ColleaguesState, ColleaguesEvents, ColleaguesEffects, ColleaguesCommands> = {
  initial: { colleagues: { search: "", found: [], phase: "loading" } },
  commands: (dispatch) => ({
    findColleagues: (search) => dispatch({ type: "colleagues/search-asked", search }),
    bringIn: (roomId, person) => dispatch({ type: "colleagues/bring-asked", roomId, person }),
    putOut: (roomId, person) => dispatch({ type: "colleagues/put-out-asked", roomId, person }),
  }),
  handlers: colleaguesHandlers,
  retry: retryColleagues,
  follow: followCustomer,
};
