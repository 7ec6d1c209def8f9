import type { Message, MessageAction, Quote } from "@cuplaj/protocol/message.ts";
import type { LanguageCode, Member, NamedPerson, OnlineUser, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";

/**
 * What is checked of a value from outside: all of it by one predicate, or each listed field by its own. Unused fields go unchecked,
 * so that a field which another release writes differently does not invalidate the whole value.
 */
type Shape = ((value: unknown) => boolean) | { readonly [field: string]: Shape };

/** A shape that names no fields but the value's own. */
export type ShapeOf<Value> = { readonly [Field in keyof Value]?: Shape };

export const fits = <Value>(value: unknown, shape: Shape & ShapeOf<Value>): value is Value => isOf(value, shape);

function isOf(value: unknown, shape: Shape): boolean {
  if (typeof shape === "function") return shape(value);
  const fields = fieldsOf(value);
  return Object.entries(shape).every(([field, inner]) => isOf(fields[field], inner));
}

/** The fields of a value from outside; none of a non-object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

export const isText = (value: unknown): value is string => typeof value === "string";

export const isWritten = (value: unknown): value is string => isText(value) && value !== "";

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

export const isId = (value: unknown): value is number => isCount(value) && value > 0;

export const isKind = (value: unknown): value is ParticipantKind =>
  value === "customer" || value === "erp" || value === "agent";

export const isLanguage = (value: unknown): value is LanguageCode => value === "ro" || value === "en";

/** May be absent. */
export const maybe =
  (shape: Shape) =>
  (value: unknown): boolean =>
    value === undefined || isOf(value, shape);

/** May be null. */
export const orNull =
  (shape: Shape) =>
  (value: unknown): boolean =>
    value === null || isOf(value, shape);

/** An array of such. */
export const listOf =
  (shape: Shape) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((item) => isOf(item, shape));

/** Id and name. */
const personShape = { id: isId, name: isText } satisfies ShapeOf<NamedPerson>;

/** A member of a room. */
export const memberShape = { ...personShape, type: isKind } satisfies ShapeOf<Member>;

export const isFlag = (value: unknown): boolean => typeof value === "boolean";

/** Where a room's log ends. */
export const headShape = { id: isId, last_seq: isCount } satisfies ShapeOf<RoomHead>;

/** A take-over or like. */
export const actionShape = {
  id: isId,
  action_id: (value) => value === 1 || value === 2,
  deleted: isFlag,
  message_id: isId,
  message_seq: isCount,
  room_id: isId,
  customer_id: orNull(isId),
  user_id: orNull(isId),
  agent_id: orNull(isId),
  name: isText,
  seq: isCount,
  created_at: isText,
} satisfies ShapeOf<MessageAction>;

const quoteShape = {
  id: isId,
  seq: isCount,
  author: memberShape,
  excerpt: isText,
  mime: maybe(isText),
  deleted: isFlag,
} satisfies ShapeOf<Quote>;

/** What a message at least is. */
export const messageShape = {
  id: isId,
  room_id: isId,
  seq: isCount,
  updated_seq: isCount,
  client_id: (value) => value === null || isText(value),
  timestamp: isText,
  message: isText,
  customer: maybe(personShape),
  user: maybe(personShape),
  agent: maybe(personShape),
  messages_actions: listOf(actionShape),
  likes_total: isCount,
  edited_at: maybe(isText),
  deleted_at: maybe(isText),
  reply_to: maybe(quoteShape),
} satisfies ShapeOf<Message>;

/** A person present, as the channel's authorization names them (LIVE-2). */
export const readOnlineUser = (info: unknown): OnlineUser | null =>
  fits<OnlineUser>(info, { ...personShape, customer: isFlag, erp: isFlag, agent: isFlag }) ? info : null;
