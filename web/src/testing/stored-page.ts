import type { User } from "@cuplaj/protocol/participant.ts";
import { meFromWire } from "../api/from-wire.ts";
import { saveRealm, saveSession } from "../api/stored-session.ts";

export function storeSession(user: User): void {
  if (user.type === "erp") saveRealm("erp");
  saveSession(`${user.username}s-token`, meFromWire(user));
}
