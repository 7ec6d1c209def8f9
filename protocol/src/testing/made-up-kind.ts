import { Type } from "typebox";
import { type LoggedKind, loggedKinds } from "../events.ts";
import { Message } from "../message.ts";
import { Member } from "../participant.ts";
import { RoomHead } from "../room.ts";

/** A logged event added by the recipe in CONTRIBUTING.md, for tests only. */
const MessageStarred = Type.Object({
  room: RoomHead,
  by: Member,
  message: Message,
  stars: Type.Integer({ minimum: 1 }),
});

/** The protocol's kinds plus one that has a message and a payload and is a quiet line. */
export const kindsWithStar: Readonly<Record<string, LoggedKind>> = {
  ...loggedKinds,
  star: { event: "MessageStarred", data: MessageStarred, carriesMessage: true, isLine: true },
};

interface StarredAt {
  readonly room: RoomHead;
  readonly message: Message;
  readonly by: Member;
}

/** The event as catch-up returns it: a server test expects it, and a page test starts from it. */
export const starredEvent = ({ room, message, by }: StarredAt) => ({
  seq: room.last_seq,
  event: "MessageStarred",
  data: { stars: 3, message: { ...message, unread: true, updated_seq: room.last_seq }, by, room },
});
