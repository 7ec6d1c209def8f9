import type { NamedPerson, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { memberFromWire, roomFromWire } from "../api/from-wire.ts";
import type { Participant } from "../state/entities.ts";
import type { ColleaguesEffects } from "../state/participants/colleagues-state.ts";
import type { PeopleEffects } from "./members-state.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({
  api: { call },
  settle,
}: Outside): Runners<keyof PeopleEffects | keyof ColleaguesEffects> => ({
  "call-members": ({ roomId, page }) =>
    settle(
      call("listMembers", { params: { roomId: String(roomId), page } }),
      ({ members, total }) => ({
        type: "people/page-loaded",
        roomId,
        page,
        total,
        members: members.map((member) => ({
          ...memberFromWire(member),
          isOnline: member.is_online,
          mayPutOut: member.may_put_out,
        })),
      }),
      (error) => ({ type: "people/page-failed", roomId, error }),
    ),
  "call-names": ({ ids }) =>
    settle(
      call("lookupUsers", { body: { customers: [...ids], users: [...ids], agents: [...ids] } }),
      ({ customers, users, agents }) => ({
        type: "people/named",
        people: [...named("customer", customers), ...named("erp", users), ...named("agent", agents)],
      }),
      (error) => ({ type: "people/names-failed", ids, error }),
    ),
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

const named = (kind: ParticipantKind, people: readonly NamedPerson[]): readonly Participant[] =>
  people.map(({ id, name }) => ({ id, name, kind }));
