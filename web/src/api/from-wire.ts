import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { MessageFile as WireFile } from "@cuplaj/protocol/file.ts";
import type {
  Message as WireMessage,
  MessageAction as WireAction,
  Quote as WireQuote,
} from "@cuplaj/protocol/message.ts";
import type { Member, OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import type { Room as WireRoom, RoomDecision } from "@cuplaj/protocol/room.ts";
import {
  type Me,
  type LastDecision,
  type Message,
  type MessageAction,
  type MessageFile,
  type Participant,
  type Quote,
  type Room,
} from "../state/entities.ts";

/** Wire names end here: the rest of the page only uses our own. */
export function messageFromWire(wire: WireMessage): Message {
  const { id, seq, timestamp, message } = wire;
  return {
    id,
    seq,
    roomId: wire.room_id,
    clientId: wire.client_id,
    author: authorFromWire(wire),
    sentAt: timestamp,
    text: message,
    file: wire.messages_file ? fileFromWire(wire.messages_file) : null,
    actions: wire.messages_actions.map(actionFromWire),
    likesTotal: wire.likes_total,
    updatedSeq: wire.updated_seq,
    editedAt: wire.edited_at ?? null,
    isDeleted: wire.deleted_at !== undefined,
    quote: wire.reply_to ? quoteFromWire(wire.reply_to) : null,
  };
}

const quoteFromWire = ({ id, seq, author, excerpt, mime, deleted }: WireQuote): Quote => ({
  messageId: id,
  seq,
  author: memberFromWire(author),
  excerpt,
  fileType: mime ?? null,
  isDeleted: deleted,
});

const fileFromWire = (wire: WireFile): MessageFile => ({
  name: wire.name,
  bytes: wire.size,
  type: wire.mime,
  width: wire.width ?? null,
  height: wire.height ?? null,
  placeholder: wire.placeholder ?? null,
  path: wire.url,
  previewPath: wire.preview_url ?? null,
});

export const actionFromWire = (wire: WireAction): MessageAction => ({
  id: wire.id,
  kind: wire.action_id === takeOverAction ? "take-over" : "like",
  person: actorFromWire(wire),
  messageId: wire.message_id,
  messageSeq: wire.message_seq,
  seq: wire.seq,
  isDeleted: wire.deleted,
  at: wire.created_at,
});

function actorFromWire({ customer_id, user_id, agent_id, name }: WireAction): Participant {
  if (customer_id !== null) return { id: customer_id, name, kind: "customer" };
  if (user_id !== null) return { id: user_id, name, kind: "erp" };
  return { id: agent_id ?? 0, name, kind: "agent" };
}

function authorFromWire({ customer, user, agent }: WireMessage): Participant | null {
  if (customer) return { id: customer.id, name: customer.name, kind: "customer" };
  if (user) return { id: user.id, name: user.name, kind: "erp" };
  return agent ? { id: agent.id, name: agent.name, kind: "agent" } : null;
}

/** A room from any response; its newest message is the last one included. */
export function roomFromWire(wire: WireRoom): Room {
  const { id, name, channel, vehicle, epoch } = wire;
  const newest = wire.messages.at(-1);
  return {
    id,
    name,
    channel,
    vehicle,
    offerStatus: wire.offer_status,
    offerVersion: wire.offer_version,
    epoch,
    offerNumber: wire.offer_id,
    request: wire.request,
    lastMessage: newest ? messageFromWire(newest) : null,
    cursor: wire.last_seq,
    readSeq: wire.read_seq,
    othersReadSeq: wire.others_read_seq,
    readSeqs: wire.members_read_seq,
    unread: { upto: wire.last_seq, count: wire.unread_count, since: [] },
    isMember: wire.is_member,
    customer: customerFromWire(wire.customer),
    members: wire.members.map(memberFromWire),
    membersTotal: wire.members_total,
    takeOver: wire.take_over ? actionFromWire(wire.take_over) : null,
    handedOver: doneFromWire(wire.handed_over),
    waitingSince: wire.waiting_since,
    lastDecision: wire.last_decision ? decisionFromWire(wire.last_decision) : null,
    broughtIn: doneFromWire(wire.brought_in),
    updatedAt: wire.updated_at,
  };
}

const doneFromWire = <Done extends { readonly by: Member }>(wire: Done | null) =>
  wire ? { ...wire, by: memberFromWire(wire.by) } : null;

const decisionFromWire = ({ by, lines_total: linesTotal, ...decision }: RoomDecision): LastDecision => ({
  ...decision,
  by: memberFromWire(by),
  linesTotal,
});

const customerFromWire = (wire: WireRoom["customer"]): Room["customer"] =>
  wire ? { ...memberFromWire(wire), isMember: wire.is_member, canSignIn: wire.can_sign_in } : null;

export const memberFromWire = ({ id, name, type }: Member): Participant => ({ id, name, kind: type });

export function personFromWire({ id, name, customer, erp }: OnlineUser): Participant {
  if (customer) return { id, name, kind: "customer" };
  return { id, name, kind: erp ? "erp" : "agent" };
}

export function meFromWire(user: User): Me {
  const { id, name, username, type, roles, users_silenced, rooms, notifications, locale, version } = user;
  const silenced = users_silenced.map((person) => ({ id: person.user_id, kind: person.type }));
  const due = user.second_factor ?? (user.has_temporary_password && "password");
  const own = { id, name, username, kind: type, roles, silenced, rooms, notifications, locale, version };
  return { ...own, ...(due && { due }), ...(user.only_room && { onlyRoom: user.only_room }) };
}
