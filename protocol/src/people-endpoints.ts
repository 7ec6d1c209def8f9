import { Type } from "typebox";
import { Ids, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { mia } from "./examples.ts";
import { accountSearchCharactersMax, lookupIdsMax, silencedPeopleMax, staffListedMax } from "./limits.ts";
import { Member, NamedPerson, ParticipantKind, User } from "./participant.ts";
import { Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

export const peopleEndpoints = {
  lookupUsers: {
    method: "POST",
    path: "/api/v1/users",
    limit: "reads",
    isExpensive: true,
    summary: "Look names up",
    description: `Names by ids, at most ${lookupIdsMax} of each kind. Only people who share a room with the caller are told, and anybody to staff with \`users.lookup\`; others are left out.`,
    body: Type.Object({ customers: Ids, users: Ids, agents: Ids }, { examples: [{ users: [3], agents: [5] }] }),
    answers: {
      200: shape(
        "Those who may be known, by kind.",
        {
          customers: Type.Array(NamedPerson),
          users: Type.Array(NamedPerson),
          agents: Type.Array(NamedPerson),
        },
        {
          customers: [],
          users: [{ id: 3, name: "Radu Marin" }],
          agents: [{ id: 5, name: "Mia Stan" }],
        },
      ),
    },
  },
  listStaff: {
    method: "GET",
    path: "/api/v1/staff",
    limit: "reads",
    isExpensive: true,
    summary: "Find colleagues",
    description: `Staff who can be brought into a room or be handed one, by name, at most ${staffListedMax}. \`search\` is part of a name, whatever its marks and capitals.`,
    permissions: ["rooms.invite"],
    errors: unpermitted,
    query: Type.Object(
      { search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) },
      { examples: [{ search: "mia" }] },
    ),
    answers: { 200: shape("Those whose names have it.", { staff: Type.Array(Member) }, { staff: [mia] }) },
  },
  silencePerson: {
    method: "POST",
    path: "/api/v1/silence/:userId/:type",
    limit: "ownSettings",
    summary: "Silence a person for oneself",
    description: `What a silenced person writes stays readable and is never unread, notified or counted for the caller alone. Without \`silenced\` the state is turned over. At most ${silencedPeopleMax} people; oneself is 422.`,
    permissions: ["users.silence"],
    errors: unpermitted,
    params: Type.Object({ userId: Id, type: ParticipantKind }, { examples: [{ userId: 3, type: "erp" }] }),
    body: Type.Optional(Type.Object({ silenced: Type.Optional(Type.Boolean()) }, { examples: [{ silenced: true }] })),
    answers: {
      200: shape(
        "Whom the caller silences since then; `deleted` is true where it ended.",
        { deleted: Type.Boolean(), users_silenced: User.properties.users_silenced, user: User },
        {
          deleted: false,
          users_silenced: [{ user_id: 3, type: "erp" }],
          user: { ...exampleOf(User), users_silenced: [{ user_id: 3, type: "erp" }], version: 5 },
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
