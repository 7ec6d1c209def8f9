import { memberFromWire } from "../api/from-wire.ts";
import type { NamedPerson, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Participant } from "../state/entities.ts";
import type { PeopleEffects } from "./members-state.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof PeopleEffects> => ({
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
});

const named = (kind: ParticipantKind, people: readonly NamedPerson[]): readonly Participant[] =>
  people.map(({ id, name }) => ({ id, name, kind }));
