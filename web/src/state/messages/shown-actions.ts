import { hasPermission, type Permission } from "@cuplaj/protocol/permission.ts";
import { newestWhere } from "../history/message-log.ts";
import { liveLog } from "../history/timeline.ts";
import type { Message, MessageAction, Participant, RoomId } from "../entities.ts";
import { isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { hasReached } from "../wishes.ts";
import type { ActNotice, Target, Wish } from "./actions-shape.ts";

export type Holder = Pick<MessageAction, "person" | "messageId" | "messageSeq">;

export const wishKey = ({ kind, roomId, messageId }: Pick<Wish, "kind" | "roomId" | "messageId">): string =>
  kind === "take-over" ? `take-over:${roomId}` : `like:${roomId}:${messageId}`;

export function holderOf(state: AppState, roomId: RoomId): Holder | null {
  const wish = state.wishes[wishKey({ kind: "take-over", roomId, messageId: 0 })];
  const held = state.rooms.byId[roomId]?.takeOver ?? null;
  if (!wish || hasReached(state, wish)) return held;
  return wish.isWanted ? wishedHolder(state, wish) : held && isSamePerson(held.person, me(state)) ? null : held;
}

/** Holders are cached by wish, since a selector must not return fresh objects. */
const wishedHolders = new WeakMap<Wish, Holder>();

function wishedHolder(state: AppState, wish: Wish): Holder | null {
  const known = wishedHolders.get(wish);
  const self = me(state);
  if (known || !self) return known ?? null;
  const holder = { person: self, messageId: wish.messageId, messageSeq: wish.messageSeq };
  wishedHolders.set(wish, holder);
  return holder;
}

export const isHolder = (state: AppState, roomId: RoomId): boolean =>
  isSamePerson(holderOf(state, roomId)?.person ?? null, me(state));

export function messageHolder(state: AppState, { roomId, id }: Pick<Message, "roomId" | "id">): Participant | null {
  const holder = holderOf(state, roomId);
  return holder?.messageId === id ? holder.person : null;
}

export function isLiked(state: AppState, message: Message): boolean {
  const wish = state.wishes[wishKey({ ...message, messageId: message.id, kind: "like" })];
  return wish && !hasReached(state, wish) ? wish.isWanted : hasOwnLike(state, message);
}

/** ACT-3: the number of a message's likes, counting the person's own as wished, so that its echo changes nothing. */
export const likesOf = (state: AppState, message: Message): number =>
  message.likesTotal + Number(isLiked(state, message)) - Number(hasOwnLike(state, message));

export const hasOwnLike = (state: AppState, { actions }: Pick<Message, "actions">): boolean =>
  actions.some(({ kind, person }) => kind === "like" && isSamePerson(person, me(state)));

export const otherLikers = (state: AppState, { actions }: Pick<Message, "actions">): readonly string[] =>
  actions
    .filter(({ kind, person }) => kind === "like" && !isSamePerson(person, me(state)))
    .toSorted((a, b) => b.seq - a.seq)
    .map(({ person }) => person.name);

function may(state: AppState, roomId: RoomId, permission: Permission): boolean {
  return state.rooms.byId[roomId]?.isMember === true && hasPermission(me(state)?.roles, permission);
}

export const canLike = (state: AppState, { roomId, author }: Target): boolean =>
  author !== null && may(state, roomId, "messages.like");

/** Whether a message has a button for likes: it has likes, or it can be liked and the pointer or the focus is near. */
export const hasLikeButton = (state: AppState, message: Message, isNear: boolean): boolean =>
  likesOf(state, message) > 0 || (isNear && canLike(state, message));

/** Whether the person may take over the room. This needs the permission and a room that is free or theirs, or the role `Admin`. */
export function canTakeOverRoom(state: AppState, roomId: RoomId): boolean {
  if (me(state)?.kind === "customer" || !may(state, roomId, "messages.take-over")) return false;
  const holder = holderOf(state, roomId);
  return holder === null || isHolder(state, roomId) || hasPermission(me(state)?.roles, "Admin");
}

/**
 * Whether taking over this message would take over the room: a customer wrote it, and it is newer than the message by which this person holds the
 * room.
 */
export function canTakeOver(state: AppState, { roomId, author, seq }: Target): boolean {
  if (author?.kind !== "customer" || !canTakeOverRoom(state, roomId)) return false;
  return !isHolder(state, roomId) || seq > (holderOf(state, roomId)?.messageSeq ?? 0);
}

export const isActSlow = (
  state: AppState,
  kind: Wish["kind"],
  { roomId, id }: Pick<Message, "roomId" | "id">,
): boolean => state.wishes[wishKey({ kind, roomId, messageId: id })]?.isSlow === true;

export const noticeAt = ({ notice }: AppState, { roomId, id }: Pick<Message, "roomId" | "id">): ActNotice | null =>
  notice?.origin === "message" && notice.roomId === roomId && notice.messageId === id ? notice : null;

export const roomNotice = ({ notice }: AppState, roomId: RoomId): ActNotice | null =>
  notice?.origin === "room" && notice.roomId === roomId ? notice : null;

export function newestCustomerMessage({ rooms, timelines }: AppState, roomId: RoomId): Message | null {
  const newest = rooms.byId[roomId]?.lastMessage ?? null;
  return newestWhere(liveLog(timelines[roomId]), isCustomers) ?? (newest && isCustomers(newest) ? newest : null);
}

const isCustomers = ({ author }: Message): boolean => author?.kind === "customer";
