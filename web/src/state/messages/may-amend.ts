import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { canReply } from "./quotes-state.ts";
import type { Message } from "../entities.ts";
import { isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";

/** Whether the person may edit or delete a message: an own one, in a room where they may write (MSG-7). */
export const canAmend = (state: AppState, message: Message): boolean =>
  canReply(state, message) && isSamePerson(message.author, me(state));

/** Whether there are earlier texts that the person may read. */
export const hasEarlierTexts = (state: AppState, { editedAt, isDeleted }: Message): boolean =>
  editedAt !== null && !isDeleted && hasPermission(me(state)?.roles, "audit.view");
