import { handOverNoteMax } from "@cuplaj/protocol/limits.ts";
import { isText, showsSomething, withNewlines } from "@cuplaj/protocol/message-text.ts";
import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { TakeOver } from "@cuplaj/protocol/events.ts";
import type { ActionId } from "@cuplaj/protocol/message.ts";
import type { ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { StoredAction } from "../rooms/action-rules.ts";

/** ACT-2: only staff may take rooms over. */
export function mayGive({ type, roles }: User, actionId: ActionId): boolean {
  if (actionId !== takeOverAction) return hasPermission(roles, "messages.like");
  return type !== "customer" && hasPermission(roles, "messages.take-over");
}

export const mayTakeFromOthers = ({ roles }: User): boolean => hasPermission(roles, "Admin");

type ReadNote =
  | { readonly ok: true; readonly note: string | null }
  | { readonly ok: false; readonly problem: "too_long" | "not_text" };

/** ACT-2: a note has at most 500 code points; it becomes null if it has no visible characters (SEC-13b). */
export function readNote(input: string): ReadNote {
  const note = withNewlines(input).trim();
  if (Array.from(note).length > handOverNoteMax) return { ok: false, problem: "too_long" };
  if (!isText(note)) return { ok: false, problem: "not_text" };
  return { ok: true, note: showsSomething(note) ? note : null };
}

interface HeldRoom {
  readonly action: StoredAction;
  readonly handedBy: number | null;
  readonly note: string | null;
}

/** A message in a locked room. `held` and `isEnabled` are loaded only for take-overs. */
export interface ActedMessage {
  readonly seq: number;
  readonly isDeleted: boolean;
  readonly authorType: ParticipantKind;
  readonly own: StoredAction | null;
  readonly held: HeldRoom | null;
  readonly isEnabled: boolean | null;
}

export interface AskedAct {
  readonly participantId: number;
  readonly mayTakeFromOthers: boolean;
  readonly authorType: ParticipantKind;
  readonly actionId: ActionId;
  /** Null toggles the action. */
  readonly wished: boolean | null;
}

/** `how` is the way the room changes hands; null if the holder stays. */
interface ActionsChanged {
  readonly outcome: "changed";
  readonly changes: readonly {
    readonly messageSeq: number;
    readonly participantId: number;
    readonly isGiven: boolean;
  }[];
  readonly how: TakeOver["how"] | null;
}

export interface ActionStays {
  readonly outcome: "done" | "held-by-another";
  readonly action: StoredAction;
}

export type ActRefusal = "no-message" | "deleted" | "no-customers-message" | "not-holder" | "disabled";
type ActDecision =
  | ActionsChanged
  | ActionStays
  | { readonly outcome: "never-given" }
  | { readonly outcome: ActRefusal };

export function decideAct(message: ActedMessage, asked: AskedAct): ActDecision {
  const { own, seq: messageSeq } = message;
  const isGiven = own?.deleted === false;
  const isWished = asked.wished ?? !isGiven;
  const refusal = refusalOf(message, asked, isWished && !isGiven);
  if (refusal !== null) return { outcome: refusal };
  if (isGiven === isWished) return stay(message, asked);
  const isTakeOver = asked.actionId === takeOverAction;
  if (isTakeOver && isWished) return takeOver(message, asked);
  const changes = [{ messageSeq, participantId: asked.participantId, isGiven: isWished }];
  return { outcome: "changed", changes, how: isTakeOver ? "released" : null };
}

/** Deleted messages accept no new actions. */
function refusalOf(
  { authorType, isDeleted }: ActedMessage,
  { authorType: askedType, actionId }: AskedAct,
  isNew: boolean,
): ActRefusal | null {
  if (authorType !== askedType) return "no-message";
  if (isDeleted && isNew) return "deleted";
  return actionId === takeOverAction && authorType !== "customer" ? "no-customers-message" : null;
}

/** ACT-1: only the holder can release a take-over. */
function stay({ own, held }: ActedMessage, { participantId }: AskedAct): ActDecision {
  if (own !== null) return { outcome: "done", action: own };
  const isOthers = held !== null && held.action.person.id !== participantId;
  return isOthers ? { outcome: "not-holder" } : { outcome: "never-given" };
}

function takeOver({ seq, held, isEnabled }: ActedMessage, { participantId, mayTakeFromOthers }: AskedAct): ActDecision {
  const isOwn = held?.action.person.id === participantId;
  if (held !== null && !isOwn && !mayTakeFromOthers) return { outcome: "held-by-another", action: held.action };
  if (held !== null && isOwn && held.action.message_seq > seq) return { outcome: "done", action: held.action };
  if (isEnabled !== true) return { outcome: "disabled" };
  return passOn(held, { messageSeq: seq, participantId }, isOwn ? null : "taken");
}

const passOn = (
  held: HeldRoom | null,
  next: { readonly messageSeq: number; readonly participantId: number },
  how: TakeOver["how"] | null,
): ActionsChanged => ({
  outcome: "changed",
  changes: [
    ...(held === null
      ? []
      : [{ messageSeq: held.action.message_seq, participantId: held.action.person.id, isGiven: false }]),
    { ...next, isGiven: true },
  ],
  how,
});

export interface HandOverFound {
  readonly held: HeldRoom | null;
  readonly mayInvite: boolean;
  readonly colleague: {
    readonly type: ParticipantKind;
    readonly isMember: boolean;
    readonly mayView: boolean;
    readonly mayTakeOver: boolean;
  } | null;
}

export interface AskedHandOver {
  readonly participantId: number;
  readonly mayTakeFromOthers: boolean;
  readonly to: number;
  readonly note: string | null;
  readonly mayBringIn: boolean;
}

export type HandOverRefusal = "nobody-holds" | "not-a-colleague";

export function decideHandOver(
  found: HandOverFound,
  asked: AskedHandOver,
): ActionsChanged | ActionStays | { readonly outcome: HandOverRefusal } {
  const { held } = found;
  if (held === null) return { outcome: "nobody-holds" };
  const { action } = held;
  const isOwn = action.person.id === asked.participantId;
  const isTheirs = action.person.id === asked.to;
  if (isTheirs && !isOwn) return { outcome: isHandedSo(held, asked) ? "done" : "held-by-another", action };
  if (!isOwn && !asked.mayTakeFromOthers) return { outcome: "held-by-another", action };
  if (isTheirs || !mayHoldNext(found, asked)) return { outcome: "not-a-colleague" };
  return passOn(held, { messageSeq: action.message_seq, participantId: asked.to }, "handed");
}

/** ACT-2l: a repeated hand-over succeeds unless it brings a different note, which would be lost. */
const isHandedSo = ({ handedBy, note }: HeldRoom, asked: AskedHandOver): boolean =>
  asked.note === null || (handedBy === asked.participantId && note === asked.note);

/** ACT-2l, ACT-2f: the next holder must be a member of staff who may take over, and who is in the room or may be brought in. */
function mayHoldNext({ colleague, mayInvite }: HandOverFound, { mayBringIn }: AskedHandOver): boolean {
  if (colleague === null || colleague.type === "customer" || !colleague.mayTakeOver) return false;
  return colleague.isMember || (mayBringIn && mayInvite && colleague.mayView);
}
