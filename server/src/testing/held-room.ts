import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { likesNamedMax, quoteCharactersMax } from "@cuplaj/protocol/limits.ts";
import { authorField, type Message, type MessageAction } from "@cuplaj/protocol/message.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { Person } from "./people.ts";

/** Fields that a client holds in another form, and `waiting_since`, which depends on who counts as staff. Events keep all others up to date (MSG-6a). */
export const heldElsewhere = [
  ...(["messages", "page", "unread_count", "last_seq", "read_seq", "others_read_seq", "members_read_seq"] as const),
  ...(["taken_over_by", "take_over", "handed_over", "waiting_since", "online", "typing"] as const),
] satisfies readonly (keyof Room)[];

/** A room that a client keeps up to date through events; `lastSeq` is its cursor. */
export interface HeldRoom {
  lastSeq: number;
  room: Omit<Room, (typeof heldElsewhere)[number]>;
  readSeq: number;
  othersReadSeq: number;
  marks: Map<number, number>;
  messages: Message[];
  takeOver: MessageAction | null;
  handedOver: Room["handed_over"];
}

export function applyRead(held: HeldRoom, reader: number, readSeq: number, me: Person): void {
  // A later read may end before the marker that joining set; the marker then stays.
  held.marks.set(reader, Math.max(held.marks.get(reader) ?? 0, readSeq));
  if (reader === me.id) held.readSeq = Math.max(held.readSeq, readSeq);
  else held.othersReadSeq = Math.max(held.othersReadSeq, readSeq);
}

export function applyMessage(held: HeldRoom, message: Message, me: Person): void {
  held.messages = [...held.messages, message];
  const { total, updated_at: updatedAt } = held.room;
  const at = message.timestamp > updatedAt ? message.timestamp : updatedAt;
  held.room = { ...held.room, total: total + 1, updated_at: at };
  // Sending marks everything up to the message as read (ROOM-7).
  const author = authorOf(message);
  if (author !== undefined && held.marks.has(author)) held.marks.set(author, message.seq);
  if (author === me.id) held.readSeq = message.seq;
  else held.othersReadSeq = message.seq;
}

/** MSG-7, MSG-8: replaces an earlier state of a message, also in quotes of it. */
export function applyUpdate(held: HeldRoom, updated: Message): void {
  held.messages = held.messages.map((message) => {
    if (message.id === updated.id) return message.updated_seq >= updated.updated_seq ? message : updated;
    if (message.reply_to?.id !== updated.id) return message;
    const { id, seq, author } = message.reply_to;
    const excerpt = Array.from(updated.message).slice(0, quoteCharactersMax).join("");
    const mime = updated.messages_file === null ? {} : { mime: updated.messages_file.mime };
    return { ...message, reply_to: { id, seq, author, excerpt, ...mime, deleted: updated.deleted_at !== undefined } };
  });
}

export const marksOf = ({ members_read_seq: marks }: Room): Map<number, number> =>
  new Map(Object.entries(marks).map(([id, seq]) => [Number(id), seq]));

const authorOf = (message: Message): number | undefined =>
  Object.values(authorField)
    .map((field) => message[field]?.id)
    .find((id) => id !== undefined);

/** ACT-3: removes a deleted action by its id and adds any other, unless the message already has the change. The last take-over names the holder. */
export function applyAction(held: HeldRoom, action: MessageAction, me: Person): void {
  if (action.action_id === takeOverAction && (!action.deleted || held.takeOver?.id === action.id)) {
    held.takeOver = action.deleted ? null : action;
    held.handedOver = null;
  }
  held.messages = held.messages.map((message) => {
    if (message.id !== action.message_id || message.updated_seq >= action.seq) return message;
    const others = message.messages_actions.filter(({ id }) => id !== action.id);
    const likes = action.action_id === takeOverAction ? 0 : action.deleted ? -1 : 1;
    const actions = action.deleted ? others : named([...others, action], me);
    const likesTotal = message.likes_total + likes;
    return { ...message, messages_actions: actions, likes_total: likesTotal, updated_seq: action.seq };
  });
}

/** ACT-2: selects the take-over, the person's own like and the newest likes, newest first. */
function named(actions: readonly MessageAction[], me: Person): MessageAction[] {
  const likes = actions.filter((action) => action.action_id !== takeOverAction).toSorted((a, b) => b.seq - a.seq);
  const isOwn = ({ customer_id: customer, user_id: user, agent_id: agent }: MessageAction): boolean =>
    [customer, user, agent].includes(me.id);
  const shown = likes.filter((action, index) => index < likesNamedMax || isOwn(action));
  return [...actions.filter((action) => action.action_id === takeOverAction), ...shown];
}

export const isUnread = (message: Message, readSeq: number, me: Person): boolean =>
  message.deleted_at === undefined && authorOf(message) !== me.id && message.seq > readSeq;

export const unreadOf = ({ messages, readSeq }: HeldRoom, me: Person): number =>
  messages.filter((message) => isUnread(message, readSeq, me)).length;
