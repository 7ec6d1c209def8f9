import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import type { Offer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { Member, OnlineUser, User } from "@cuplaj/protocol/participant.ts";
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import type { Room as WireRoom } from "@cuplaj/protocol/room.ts";
import type { Me, Message, Offer, Participant, Room, Settings } from "../state/entities.ts";

/** The wire's names end here: inside, everything is in our own words. */
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
    // A server process of the version before does not tell.
    updatedSeq: wire.updated_seq ?? seq,
  };
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
    // A server process of the version before does not tell.
    readSeqs: wire.members_read_seq ?? {},
    unread: { upto: wire.last_seq, count: wire.unread_count, since: [] },
    // The same.
    isMember: wire.is_member ?? true,
    members: wire.members.map(memberFromWire),
    membersTotal: wire.members_total,
    updatedAt: wire.updated_at,
  };
}

/** A member of a room. */
export const memberFromWire = ({ id, name, type }: Member): Participant => ({ id, name, kind: type });

/** Somebody present: the three flags become one kind. */
export function personFromWire({ id, name, customer, erp }: OnlineUser): Participant {
  if (customer) return { id, name, kind: "customer" };
  return { id, name, kind: erp ? "erp" : "agent" };
}

/** The signed-in person. */
export function meFromWire({ id, name, username, type, roles, users_silenced, version }: User): Me {
  const silenced = users_silenced.map((person) => ({ id: person.user_id, kind: person.type }));
  return { id, name, username, kind: type, roles, silenced, version };
}

/** What the page may know before sign-in. */
export function settingsFromWire(wire: PublicSettings): Settings {
  const { version, pusher_key, wss_port, register_text, demo_accounts } = wire;
  const demoAccounts = demo_accounts.map(({ username, name, type }) => ({ username, name, kind: type }));
  // A server process of the version before does not tell who makes accounts.
  return {
    version,
    pusherKey: pusher_key,
    wssPort: wss_port,
    registerText: register_text ?? { ro: "", en: "" },
    demoAccounts,
  };
}

/** An offer (OFF-1). */
export function offerFromWire(wire: WireOffer): Offer {
  const { status, version, customer, vehicle, currency, totals } = wire;
  return {
    number: wire.id_cerere,
    status,
    version,
    customer,
    vehicle,
    currency,
    totals,
    validUntil: wire.valid_until,
    updatedAt: wire.updated_at,
    lines: wire.lines.map(({ qty, unit_price, vat_rate, delivery_days, ...line }) => ({
      ...line,
      quantity: qty,
      unitPrice: unit_price,
      vatPercent: vat_rate,
      deliveryDays: delivery_days,
    })),
  };
}
