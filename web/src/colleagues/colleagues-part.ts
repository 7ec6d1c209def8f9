import { memberFromWire, roomFromWire } from "../api/from-wire.ts";
import type { Part } from "../part.ts";
import type { ColleaguesCommands, ColleaguesEffects, ColleaguesEvents, ColleaguesState } from "./colleagues-shape.ts";
import { colleaguesHandlers, followCustomer, retryColleagues } from "./colleagues-state.ts";

/** Finding colleagues, and bringing them and customers into rooms. */
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
  run: ({ api: { call }, settle }) => ({
    "call-staff": ({ search }) =>
      settle(
        call("listStaff", { query: search === "" ? {} : { search } }),
        ({ staff }) => ({ type: "colleagues/found", search, found: staff.map(memberFromWire) }),
        (error) => ({ type: "colleagues/search-failed", search, error }),
      ),
    "call-add-member": ({ roomId, person }) =>
      settle(
        call("addMember", { params: { roomId: String(roomId) }, body: { user_id: person.id, type: person.kind } }),
        ({ chat }) => ({ type: "rooms/room-fetched", room: roomFromWire(chat) }),
        (error) => ({ type: "colleagues/bring-failed", roomId, person, error }),
      ),
    "call-remove-member": ({ roomId, person }) =>
      settle(
        call("removeMember", { params: { roomId: String(roomId), userId: person.id } }),
        ({ chat }) => ({ type: "rooms/room-fetched", room: roomFromWire(chat) }),
        (error) => ({ type: "colleagues/put-out-failed", roomId, person, error }),
      ),
  }),
};
