import { memberFromWire, roomFromWire } from "../../api/from-wire.ts";
import type { ColleaguesEffects } from "../../state/participants/colleagues-state.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof ColleaguesEffects> => ({
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
});
