import type { ChatMessage, RoomLogEvents } from "@cuplaj/protocol/events.ts";
import type { OnlineUser } from "@cuplaj/protocol/participant.ts";

type LiveEventName = keyof RoomLogEvents;

/** A live event, told apart by its name. */
export type LiveEvent = {
  [Name in LiveEventName]: { readonly name: Name; readonly data: RoomLogEvents[Name] };
}[LiveEventName];

/** Every event that is bound on every channel. */
export const liveEventNames: readonly LiveEventName[] = ["ChatMessage", "MessagesRead", "RoomUpdated"];

/** What arrived under a name, or null where it has not the shape that it must have: such a thing is dropped. */
export function readLiveEvent(name: LiveEventName, data: unknown): LiveEvent | null {
  switch (name) {
    case "ChatMessage":
      return isChatMessage(data) ? { name, data } : null;
    case "MessagesRead":
      return isMessagesRead(data) ? { name, data } : null;
    case "RoomUpdated":
      return isRoomUpdated(data) ? { name, data } : null;
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

const isMessagesRead = (data: unknown): data is RoomLogEvents["MessagesRead"] => {
  const { room_id, user, read_seq } = fieldsOf(data);
  const { id, type } = fieldsOf(user);
  return [room_id, read_seq, id].every(isCount) && (type === "customer" || type === "erp" || type === "agent");
};

const isRoomUpdated = (data: unknown): data is RoomLogEvents["RoomUpdated"] => isHead(fieldsOf(data)["room"]);

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
