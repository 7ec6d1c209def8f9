import { memberFromWire } from "../api/from-wire.ts";
import type { Part } from "../part.ts";
import type { NamedPerson, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Participant } from "../state/entities.ts";
import { andThen } from "../state/transition.ts";
import { memberHandlers, retryMembers } from "./members-state.ts";
import { nameHandlers, retryNames } from "./names-state.ts";
import type { PeopleCommands, PeopleEffects, PeopleEvents, PeopleState } from "./people-shape.ts";

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
  run: ({ api: { call }, settle }) => ({
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
  }),
};

const named = (kind: ParticipantKind, people: readonly NamedPerson[]): readonly Participant[] =>
  people.map(({ id, name }) => ({ id, name, kind }));
