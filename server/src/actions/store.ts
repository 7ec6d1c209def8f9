import type { MessageAction } from "@cuplaj/protocol/message.ts";
import type { StoredAction } from "../rooms/action-rules.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { ActRefusal, AskedAct, AskedHandOver, HandOverRefusal } from "./rules.ts";

/** Where and when somebody acts. */
interface InRoom {
  readonly roomId: number;
  readonly now: string;
}

export type MessageAct = AskedAct & InRoom & { readonly messageId: number };
export type HandOver = AskedHandOver & InRoom;

/** What came of an act: the action as it is afterwards, the holder's that stands in the way, or why there is none. */
export type Acted<Refusal extends string> = { readonly entries: readonly CommittedEntry[] } & (
  | { readonly outcome: "done" | "held-by-another"; readonly action: MessageAction }
  | { readonly outcome: Refusal }
);

/** Of `total` actions of a message some, newest first. */
export interface ActionPage {
  readonly actions: readonly StoredAction[];
  readonly total: number;
}

/** Take-overs and likes. Every function is one transaction. */
export interface ActionStore {
  /** Gives or removes an action with the entries of it (ACT-1); what is so already stays and has none. */
  act(act: MessageAct): Promise<Acted<ActRefusal | "not-member">>;
  /** Gives the room's take-over to a colleague with the entries of it (ACT-2). */
  handOver(handOver: HandOver): Promise<Acted<HandOverRefusal | "not-member">>;
  /** Null where the room has no such message. */
  listActions(roomId: number, messageId: number, skip: number, take: number): Promise<ActionPage | null>;
}
