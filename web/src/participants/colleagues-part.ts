import type { Part } from "../state/part.ts";
import {
  type ColleaguesEffects,
  type ColleaguesEvents,
  type ColleaguesState,
  colleaguesHandlers,
  followCustomer,
  retryColleagues,
} from "../state/participants/colleagues-state.ts";

export const colleaguesPart: Part<ColleaguesState, ColleaguesEvents, ColleaguesEffects> = {
  initial: { colleagues: { search: "", found: [], phase: "loading" } },
  handlers: colleaguesHandlers,
  retry: retryColleagues,
  follow: followCustomer,
};
