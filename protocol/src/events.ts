import { type Static, Type } from "typebox";
import { Message } from "./message.ts";
import { ParticipantKind } from "./participant.ts";
import { RoomHead } from "./room.ts";
import { Id, Seq } from "./scalars.ts";

/** A message was published (LIVE-3). Its sender gets it too. */
export const ChatMessage = Type.Object({ message: Message, room: RoomHead });
export type ChatMessage = Static<typeof ChatMessage>;

/** Somebody's read marker moved forward (LIVE-3, ROOM-7). */
export const MessagesRead = Type.Object({
  room_id: Id,
  user: Type.Object({ id: Id, type: ParticipantKind }),
  read_seq: Seq,
});
export type MessagesRead = Static<typeof MessagesRead>;

/** Who belongs to the room changed; the client fetches the room again when it shows it (LIVE-3). */
export const RoomUpdated = Type.Object({ room: RoomHead });
export type RoomUpdated = Static<typeof RoomUpdated>;

/** Every event that the server broadcasts, by its name on the wire. */
export interface LiveEvents {
  ChatMessage: ChatMessage;
  MessagesRead: MessagesRead;
  RoomUpdated: RoomUpdated;
}
export type LiveEventName = keyof LiveEvents;

/** The one whisper there is, and what a client sends with it (LIVE-5). */
export const typingWhisper = "client-typing";
export const TypingWhisper = Type.Object({ name: Type.String(), channel: Type.String() });
export type TypingWhisper = Static<typeof TypingWhisper>;
