import type { User } from "@cuplaj/protocol/participant.ts";

/** Somebody, for tests in which it does not matter who. */
export const someUser: User = {
  id: 7,
  name: "Ana",
  username: "ana",
  type: "customer",
  roles: [],
  users_silenced: [],
  rooms: { pinned: [], muted: [], unread: [] },
  notifications: { privacy: "what", quiet: null },
  locale: "ro",
  version: 0,
};
