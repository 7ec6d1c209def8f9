import { handOverNoteMax } from "@cuplaj/protocol/limits.ts";
import { isText, showsSomething, withNewlines } from "@cuplaj/protocol/message-text.ts";
import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { ActionId } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";

/** ACT-2: whether the person may give actions of this kind at all; only staff take over. */
export function mayGive({ type, roles }: User, actionId: ActionId): boolean {
  if (actionId !== takeOverAction) return hasPermission(roles, "messages.like");
  return type !== "customer" && hasPermission(roles, "messages.take-over");
}

/** ACT-2: whether the person may take a room from its holder. */
export const mayTakeFromOthers = ({ roles }: User): boolean => hasPermission(roles, "Admin");

/** A note that goes with a room, trimmed and null where there is none; or what is wrong with it. */
type ReadNote =
  | { readonly ok: true; readonly note: string | null }
  | { readonly ok: false; readonly problem: "too_long" | "not_text" };

/** ACT-2: reads a hand-over's note: text of at most 500 code points; null without a visible character (SEC-13k). */
export function readNote(input: string): ReadNote {
  const note = withNewlines(input).trim();
  if (Array.from(note).length > handOverNoteMax) return { ok: false, problem: "too_long" };
  if (!isText(note)) return { ok: false, problem: "not_text" };
  return { ok: true, note: showsSomething(note) ? note : null };
}
