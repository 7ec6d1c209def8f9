import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { Message as WireMessage, MessageAction as WireAction } from "@cuplaj/protocol/message.ts";
import type { Member, OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import type { Room as WireRoom } from "@cuplaj/protocol/room.ts";
import type { Me, Message, MessageAction, Participant, Room } from "../state/entities.ts";

/** Wire names end here: inside, all names are our own. */
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
    // Absent from a server process of the version before.
    actions: (wire.messages_actions ?? []).map(actionFromWire),
    likesTotal: wire.likes_total ?? 0,
    updatedSeq: wire.updated_seq ?? seq,
  };
}

/** A take-over or like. */
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

/** A room of any answer; its newest message is the last it carries. */
export function roomFromWire(wire: WireRoom): Room {
  const { id, name, channel, vehicle, epoch } = wire;
  const newest = wire.messages.at(-1);
  return {
    id,
    name,
    channel,
    vehicle,
    epoch,
    offerNumber: wire.offer_id,
    lastMessage: newest ? messageFromWire(newest) : null,
    cursor: wire.last_seq,
    readSeq: wire.read_seq,
    othersReadSeq: wire.others_read_seq,
    // Absent from a server process of the version before.
    readSeqs: wire.members_read_seq ?? {},
    unread: { upto: wire.last_seq, count: wire.unread_count, since: [] },
    // Likewise.
    isMember: wire.is_member ?? true,
    members: wire.members.map(memberFromWire),
    membersTotal: wire.members_total,
    takeOver: wire.take_over ? actionFromWire(wire.take_over) : null,
    handedOver: wire.handed_over ? { ...wire.handed_over, by: memberFromWire(wire.handed_over.by) } : null,
    waitingSince: wire.waiting_since ?? null,
    updatedAt: wire.updated_at,
  };
}

/** A member of a room. */
export const memberFromWire = ({ id, name, type }: Member): Participant => ({ id, name, kind: type });

/** A person present: three flags become one kind. */
export function personFromWire({ id, name, customer, erp }: OnlineUser): Participant {
  if (customer) return { id, name, kind: "customer" };
  return { id, name, kind: erp ? "erp" : "agent" };
}

export function meFromWire({ id, name, username, type, roles, users_silenced, version }: User): Me {
  const silenced = users_silenced.map((person) => ({ id: person.user_id, kind: person.type }));
  return { id, name, username, kind: type, roles, silenced, version };
}
