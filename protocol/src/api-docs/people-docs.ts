import { lookupIdsMax, staffListedMax, silencedPeopleMax } from "../limits.ts";
import { mia, user } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

export const peopleDocs = {
  lookupUsers: {
    tag: "people",
    summary: "Look names up",
    description: `Names by ids, at most ${lookupIdsMax} of each kind. Only people who share a room with the caller are told, and anybody to staff with \`users.lookup\`; others are left out.`,
    permissions: [],
    request: { body: { users: [3], agents: [5] } },
    answers: {
      200: {
        says: "Those who may be known, by kind.",
        example: {
          customers: [],
          users: [{ id: 3, name: "Radu Marin" }],
          agents: [{ id: 5, name: "Mia Stan" }],
        },
      },
    },
  },
  listStaff: {
    tag: "people",
    summary: "Find colleagues",
    description: `Staff who can be brought into a room or be handed one, by name, at most ${staffListedMax}. \`search\` is part of a name, whatever its marks and capitals.`,
    permissions: ["rooms.invite"],
    errors: unpermitted,
    request: { query: { search: "mia" } },
    answers: { 200: { says: "Those whose names have it.", example: { staff: [mia] } } },
  },
  silencePerson: {
    tag: "people",
    summary: "Silence a person for oneself",
    description: `What a silenced person writes stays readable and is never unread, notified or counted for the caller alone. Without \`silenced\` the state is turned over. At most ${silencedPeopleMax} people; oneself is 422.`,
    permissions: ["users.silence"],
    errors: unpermitted,
    request: { params: { userId: 3, type: "erp" }, body: { silenced: true } },
    answers: {
      200: {
        says: "Whom the caller silences since then; `deleted` is true where it ended.",
        example: {
          deleted: false,
          users_silenced: [{ user_id: 3, type: "erp" }],
          user: { ...user, users_silenced: [{ user_id: 3, type: "erp" }], version: 5 },
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
