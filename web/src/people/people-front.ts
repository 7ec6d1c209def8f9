import type { PartFront } from "../part.ts";
import type { PeopleCommands, PeopleState } from "./people-shape.ts";

export const peopleFront: PartFront<PeopleState, PeopleCommands> = {
  initial: { memberList: null, named: {} },
  commands: (dispatch) => ({
    showMembers: (roomId) => dispatch({ type: "people/members-shown", roomId }),
    hideMembers: () => dispatch({ type: "people/members-shown", roomId: null }),
    loadMoreMembers: () => dispatch({ type: "people/more-asked" }),
    wantNames: (ids) => dispatch({ type: "people/names-wanted", ids }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
