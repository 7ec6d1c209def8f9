import type { Message, MessageAction, Quote } from "@cuplaj/protocol/message.ts";
import type { LanguageCode, Member, NamedPerson, OnlineUser, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import type { PendingFile } from "../state/entities.ts";

/** Validates an external value as a whole or by field. Unused fields are not validated, since another release may write them differently. */
type Shape = ((value: unknown) => boolean) | { readonly [field: string]: Shape };

export type ShapeOf<Value> = { readonly [Field in keyof Value]?: Shape };

export const fits = <Value>(value: unknown, shape: Shape & ShapeOf<Value>): value is Value => isOf(value, shape);

function isOf(value: unknown, shape: Shape): boolean {
  if (typeof shape === "function") return shape(value);
  const fields = fieldsOf(value);
  return Object.entries(shape).every(([field, inner]) => isOf(fields[field], inner));
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

export const isText = (value: unknown): value is string => typeof value === "string";
export const isWritten = (value: unknown): value is string => isText(value) && value !== "";
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
export const isId = (value: unknown): value is number => isCount(value) && value > 0;

export const isKind = (value: unknown): value is ParticipantKind =>
  value === "customer" || value === "erp" || value === "agent";

export const isLanguage = (value: unknown): value is LanguageCode => value === "ro" || value === "en";

export const maybe =
  (shape: Shape) =>
  (value: unknown): boolean =>
    value === undefined || isOf(value, shape);

export const orNull =
  (shape: Shape) =>
  (value: unknown): boolean =>
    value === null || isOf(value, shape);

export const listOf =
  (shape: Shape) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((item) => isOf(item, shape));

const personShape = { id: isId, name: isText } satisfies ShapeOf<NamedPerson>;
export const memberShape = { ...personShape, type: isKind } satisfies ShapeOf<Member>;
export const isFlag = (value: unknown): boolean => typeof value === "boolean";
export const headShape = { id: isId, last_seq: isCount } satisfies ShapeOf<RoomHead>;

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

export const readOnlineUser = (info: unknown): OnlineUser | null =>
  fits<OnlineUser>(info, { ...personShape, customer: isFlag, erp: isFlag, agent: isFlag }) ? info : null;

const side = orNull(isCount);
const shape = { name: isText, bytes: isCount, type: isText, width: side, height: side };
export const readPendingFile = (value: unknown): PendingFile | null => (fits<PendingFile>(value, shape) ? value : null);
