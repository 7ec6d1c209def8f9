import { quoteOf } from "../state/messages/quoted.ts";
import type { Message, Quote, RoomId } from "../state/entities.ts";
import { editedName } from "./edited-kind.ts";
import { type Log, messagesIn, type ServerEvent, time, updatedName } from "./model-log.ts";

/** Edits, deletes and replies as a server does (MSG-7, MSG-8). */
export interface ModelAmends {
  /** Changes a message by an event whose kind a page may know (`edit`, MSG-6) or not (`amend`, SYNC-9). */
  readonly edit: (roomId: RoomId, index: number) => void;
  readonly amend: (roomId: RoomId, index: number) => void;
  readonly remove: (roomId: RoomId, newer: number) => void;
  /** The quote of the n-th message; every third message replies to an earlier one. */
  readonly quoteFor: (roomId: RoomId, n: number) => Quote | null;
}

interface Logs {
  readonly add: (id: RoomId, toEvent: (seq: number) => ServerEvent) => void;
  readonly logOf: (id: RoomId) => Log;
}

type Said = Omit<NonNullable<ServerEvent["edit"]>, "messageSeq">;

export function createModelAmends({ add, logOf }: Logs): ModelAmends {
  const messageAt = (id: RoomId, index: number): Message | undefined => {
    const messages = messagesIn(logOf(id));
    return messages[index % messages.length];
  };

  function change(roomId: RoomId, message: Message | undefined, toSaid: (seq: number) => Said): void {
    if (!message || message.isDeleted) return;
    const { seq: messageSeq } = message;
    add(roomId, (seq) => {
      const edit = { messageSeq, ...toSaid(seq) };
      return { kind: "payload", name: updatedName, origin: "live", roomId, seq, data: null, edit };
    });
  }

  return {
    edit: (roomId, index) => {
      const message = messageAt(roomId, index);
      // The made-up event kind does not update quotes.
      const isQuoted = messagesIn(logOf(roomId)).some(({ quote }) => quote?.seq === message?.seq);
      if (!message || message.isDeleted || isQuoted) return;
      add(roomId, (seq) => {
        const edit = { messageSeq: message.seq, text: `Altfel la ${seq}` };
        return { kind: "payload", name: editedName, origin: "live", roomId, seq, data: edit, edit };
      });
    },
    amend: (roomId, index) =>
      change(roomId, messageAt(roomId, index), (seq) => ({ text: `Îndreptat la ${seq}`, editedAt: time(seq) })),
    remove: (roomId, newer) =>
      change(roomId, messagesIn(logOf(roomId)).at(-1 - newer), () => ({ text: "", isDeleted: true })),
    quoteFor: (roomId, n) => {
      const quoted = n % 3 === 0 ? messageAt(roomId, n) : undefined;
      return quoted ? quoteOf(quoted) : null;
    },
  };
}
