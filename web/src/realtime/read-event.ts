import type { ChatMessage, LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import type { OnlineUser } from "@cuplaj/protocol/participant.ts";

/** A live event, told apart by its name. */
export type LiveEvent = {
  [Name in LiveEventName]: { readonly name: Name; readonly data: LiveEvents[Name] };
}[LiveEventName];

/** Every event that is bound on every channel. */
export const liveEventNames: readonly LiveEventName[] = ["ChatMessage", "MessagesRead", "RoomUpdated", "RoomHeads"];

/** What arrived under a name, or null where it has not the shape that it must have: such a thing is dropped. */
export function readLiveEvent(name: LiveEventName, data: unknown): LiveEvent | null {
  switch (name) {
    case "ChatMessage":
      return isChatMessage(data) ? { name, data } : null;
    case "MessagesRead":
      return isMessagesRead(data) ? { name, data } : null;
    case "RoomUpdated":
      return isRoomUpdated(data) ? { name, data } : null;
    case "RoomHeads":
      return isRoomHeads(data) ? { name, data } : null;
  }
}

/** Somebody present, as the channel's authorization names them (LIVE-2). */
export function readOnlineUser(info: unknown): OnlineUser | null {
  return isOnlineUser(info) ? info : null;
}

const isChatMessage = (data: unknown): data is ChatMessage => {
  const { message, room } = fieldsOf(data);
  const { id, room_id, seq, client_id, timestamp, message: text, customer, user, agent } = fieldsOf(message);
  return (
    [id, room_id, seq].every(isCount) &&
    (client_id === null || typeof client_id === "string") &&
    typeof timestamp === "string" &&
    typeof text === "string" &&
    [customer, user, agent].every((author) => author === undefined || isPerson(author)) &&
    isHead(room)
  );
};

const isMessagesRead = (data: unknown): data is LiveEvents["MessagesRead"] => {
  const { room_id, user, read_seq, seq } = fieldsOf(data);
  return [room_id, read_seq, seq, fieldsOf(user)["id"]].every(isCount) && isKind(fieldsOf(user)["type"]);
};

const isRoomUpdated = (data: unknown): data is LiveEvents["RoomUpdated"] => {
  const { room, joined, left, members_total } = fieldsOf(data);
  return isHead(room) && isCount(members_total) && [joined, left].every((who) => who === undefined || isMember(who));
};

const isRoomHeads = (data: unknown): data is LiveEvents["RoomHeads"] => {
  const { epoch, heads } = fieldsOf(data);
  return typeof epoch === "string" && Array.isArray(heads) && heads.every(isHead);
};

const isMember = (member: unknown): boolean => isPerson(member) && isKind(fieldsOf(member)["type"]);

const isKind = (kind: unknown): boolean => kind === "customer" || kind === "erp" || kind === "agent";

const isHead = (room: unknown): boolean => {
  const { id, last_seq } = fieldsOf(room);
  return isCount(id) && isCount(last_seq);
};

const isPerson = (person: unknown): boolean => {
  const { id, name } = fieldsOf(person);
  return isCount(id) && typeof name === "string";
};

const isOnlineUser = (info: unknown): info is OnlineUser => {
  const { customer, erp, agent } = fieldsOf(info);
  return isPerson(info) && [customer, erp, agent].every((flag) => typeof flag === "boolean");
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
