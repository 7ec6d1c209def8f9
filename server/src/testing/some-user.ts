import type { User } from "@cuplaj/protocol/participant.ts";

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
