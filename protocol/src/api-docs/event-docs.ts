import type { LiveEventName, LiveEvents } from "../events.ts";
import { ana, epoch, head, like, message, mia, radu, user } from "./examples.ts";

/** A live event in words, with an example of its data. */
interface EventDoc<Data> {
  readonly summary: string;
  readonly description: string;
  readonly example: Data;
}

/** What the document says of each live event. */
export const eventDocs: { readonly [Name in LiveEventName]: EventDoc<LiveEvents[Name]> } = {
  ChatMessage: {
    summary: "A message was published",
    description: "Its place in the room's log is the message's `seq`. The author gets it too.",
    example: { message, room: head },
  },
  MessagesRead: {
    summary: "Somebody read on",
    description: "The read marker of `user` is at `read_seq`; `seq` is the event's own place in the log.",
    example: { room_id: 12, user: { id: 3, type: "erp" }, read_seq: 57, seq: 58 },
  },
  RoomUpdated: {
    summary: "Members or holder changed",
    description:
      "One of `joined`, `left` and `take_over` is there; `by` is who brought a member in or put one out. The event's place in the log is `room.last_seq`; `members_total` counts the members since then.",
    example: {
      room: { ...head, last_seq: 59 },
      take_over: { holder: radu, from: null, by: radu, how: "taken" },
      members_total: 2,
    },
  },
  ChatMessageAction: {
    summary: "Somebody acted on a message",
    description: "A like or take-over was given or removed. The event's place in the log is `room.last_seq`.",
    example: { action: like, by: radu, room: { ...head, last_seq: 60 } },
  },
  MessageUpdated: {
    summary: "A message was edited or deleted",
    description: "The message as it is now. The event's place in the log is `room.last_seq`.",
    example: {
      message: { ...message, message: "", updated_seq: 61, deleted_at: "2026-11-23T09:44:00.000Z" },
      by: ana,
      room: { ...head, last_seq: 61 },
    },
  },
  OfferUpdated: {
    summary: "The offer has another version",
    description:
      "What changed, by numbers and states; the words of the lines are read by `viewOffer`. The event's place in the log is `room.last_seq`.",
    example: {
      offer_id: 10_001,
      version: 4,
      status: "sent",
      changes: [{ what: "price", line_id: 1, from: "219.00", to: "214.50" }],
      changes_total: 1,
      by: { ...mia, name: "ERP", type: "erp" },
      room: { ...head, last_seq: 62 },
    },
  },
  RoomHeads: {
    summary: "Where logs end",
    description:
      "Every 45 s, and where an event could not be delivered: the newest `seq` of rooms. Whoever holds less catches up by `sync`. A newer `user_version` than one's own: fetch `me`.",
    example: { epoch, heads: [{ id: 12, last_seq: 57 }], user_version: 4 },
  },
  MeUpdated: {
    summary: "Own settings changed",
    description: "On the person's own channel alone: all that `me` answers.",
    example: { user },
  },
};
