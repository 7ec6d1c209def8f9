import type { ActionId } from "@cuplaj/protocol/message.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { StoredAction } from "../rooms/action-rules.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";

/** One person's act in a room; `mayTakeFromOthers` says whether a holder stands in its way (ACT-2). */
interface Act {
  readonly roomId: number;
  readonly participantId: number;
  readonly mayTakeFromOthers: boolean;
  readonly now: string;
}

/** An act on a message of an author of this kind; `wished` is null for the other state than now. */
export interface MessageAct extends Act {
  readonly messageId: number;
  readonly authorType: ParticipantKind;
  readonly actionId: ActionId;
  readonly wished: boolean | null;
}

export interface HandOver extends Act {
  readonly to: number;
  readonly note: string | null;
  /** Whether they may be somebody who is not in the room. */
  readonly mayBringIn: boolean;
}

/** What came of an act: the action as it is afterwards, the holder's that stands in the way, or why there is none. */
export type Acted<Refusal extends string> = { readonly entries: readonly CommittedEntry[] } & (
  | { readonly outcome: "done" | "held-by-another"; readonly action: StoredAction }
  | { readonly outcome: "not-member" | Refusal }
);

/** Of `total` actions of a message some, newest first. */
export interface ActionPage {
  readonly actions: readonly StoredAction[];
  readonly total: number;
}

/** Take-overs and likes. Every function is one transaction. */
export interface ActionStore {
  /** Gives or removes an action with the entries of it (ACT-1); what is so already stays and has none. */
  act(act: MessageAct): Promise<Acted<"no-message" | "deleted" | "no-customers-message" | "not-holder" | "disabled">>;
  /** Gives the room's take-over to a colleague with the entries of it (ACT-2). */
  handOver(handOver: HandOver): Promise<Acted<"nobody-holds" | "not-a-colleague">>;
  /** Null where the room has no such message. */
  listActions(roomId: number, messageId: number, skip: number, take: number): Promise<ActionPage | null>;
}
