import type { Message } from "@cuplaj/protocol/message.ts";
import type { HistoryEvent } from "@cuplaj/protocol/sync.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import type { MessagePage } from "../state/messages/messages-shape.ts";
import { messageFromWire } from "./from-wire.ts";
import { linesFromWire } from "./line-from-wire.ts";

export interface WirePage {
  readonly messages: readonly Message[];
  readonly events: readonly HistoryEvent[];
  readonly seq: number;
}

/** A page of history as ours. */
export const pageOf = ({ messages, events, seq }: WirePage): MessagePage => ({
  seq,
  messages: messages.map(messageFromWire),
  lines: linesFromWire(events),
  isFull: messages.length >= messagesPerPage,
});
