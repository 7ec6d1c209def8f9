import type { MessageAction } from "@cuplaj/protocol/message.ts";
import type { StoredAction } from "../rooms/action-rules.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { ActRefusal, AskedAct, AskedHandOver, HandOverRefusal } from "./rules.ts";

interface InRoom {
  readonly roomId: number;
  readonly now: string;
}

export type MessageAct = AskedAct & InRoom & { readonly messageId: number };
export type HandOver = AskedHandOver & InRoom;

export type Acted<Refusal extends string> = { readonly entries: readonly CommittedEntry[] } & (
  | { readonly outcome: "done" | "held-by-another"; readonly action: MessageAction }
  | { readonly outcome: Refusal }
);

export interface ActionPage {
  readonly actions: readonly StoredAction[];
  readonly total: number;
}

/** Each function is one transaction. */
export interface ActionStore {
  /** ACT-1: gives or removes an action; an act that changes nothing adds no entries. */
  act(act: MessageAct): Promise<Acted<ActRefusal | "not-member">>;
  handOver(handOver: HandOver): Promise<Acted<HandOverRefusal | "not-member">>;
  /** Lists actions newest first; null if the message is not in the room. */
  listActions(roomId: number, messageId: number, skip: number, take: number): Promise<ActionPage | null>;
}
