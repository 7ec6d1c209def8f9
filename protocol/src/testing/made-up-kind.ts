import { Type } from "typebox";
import { type LoggedKind, loggedKinds } from "../events.ts";
import { Message } from "../message.ts";
import { Member } from "../participant.ts";
import { RoomHead } from "../room.ts";

/** Somebody marked a message with a star: a kind of logged event as CONTRIBUTING.md's recipe adds one, for tests alone. */
const MessageStarred = Type.Object({
  room: RoomHead,
  by: Member,
  message: Message,
  stars: Type.Integer({ minimum: 1 }),
});

/** The protocol's kinds with one more, which names a message, has a payload and stands between the messages as a line. */
export const kindsWithStar: Readonly<Record<string, LoggedKind>> = {
  ...loggedKinds,
  star: { event: "MessageStarred", data: MessageStarred, carriesMessage: true, isLine: true },
};

/** What differs in `starredAnswer` from one database to the next. */
interface StarredAt {
  readonly room: RoomHead;
  readonly message: Message;
  readonly by: Member;
}

/** What catching up answers of it: the server's test holds it to this, and the page's test begins with it. */
export const starredEvent = ({ room, message, by }: StarredAt) => ({
  seq: room.last_seq,
  event: "MessageStarred",
  data: { stars: 3, message: { ...message, unread: true, updated_seq: room.last_seq }, by, room },
});
