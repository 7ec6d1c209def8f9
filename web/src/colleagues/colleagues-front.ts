import type { PartFront } from "../part.ts";
import type { ColleaguesCommands, ColleaguesState } from "./colleagues-shape.ts";

export const colleaguesFront: PartFront<ColleaguesState, ColleaguesCommands> = {
  initial: { colleagues: { search: "", found: [], phase: "loading" } },
  commands: (dispatch) => ({
    findColleagues: (search) => dispatch({ type: "colleagues/search-asked", search }),
    bringIn: (roomId, person) => dispatch({ type: "colleagues/bring-asked", roomId, person }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
