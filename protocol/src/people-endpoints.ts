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
    summary: "Look up names",
    description: `Returns names by id, for at most ${lookupIdsMax} ids of each kind. People who share no room with the caller are left out, unless the caller has \`users.lookup\`.`,
    body: Type.Object({ customers: Ids, users: Ids, agents: Ids }, { examples: [{ users: [3], agents: [5] }] }),
    answers: {
      200: shape(
        "The people found, by kind.",
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
    description: `Staff who can be added to a room or take it over, by name, at most ${staffListedMax}. \`search\` matches part of a name, ignoring case and accents.`,
    permissions: ["rooms.invite"],
    errors: unpermitted,
    query: Type.Object(
      { search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) },
      { examples: [{ search: "mia" }] },
    ),
    answers: { 200: shape("The staff whose names match.", { staff: Type.Array(Member) }, { staff: [mia] }) },
  },
  silencePerson: {
    method: "POST",
    path: "/api/v1/silence/:userId/:type",
    limit: "ownSettings",
    summary: "Silence or unsilence a person",
    description: `For the caller only, a silenced person's messages stay readable but never notify or count as unread. Without \`silenced\` the state is toggled. At most ${silencedPeopleMax} people; silencing oneself returns 422.`,
    permissions: ["users.silence"],
    errors: unpermitted,
    params: Type.Object({ userId: Id, type: ParticipantKind }, { examples: [{ userId: 3, type: "erp" }] }),
    body: Type.Optional(Type.Object({ silenced: Type.Optional(Type.Boolean()) }, { examples: [{ silenced: true }] })),
    answers: {
      200: shape(
        "The people the caller has silenced; `deleted` is true if this call ended one.",
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
