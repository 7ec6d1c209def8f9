import type { Me, Message, Participant, Room } from "../state/entities.ts";

/** Ana, a customer; Radu, of the ERP; Mia, an agent. */
export const ana: Participant = { id: 1, name: "Ana Pop", kind: "customer" };
export const radu: Participant = { id: 2, name: "Radu Ion", kind: "erp" };
export const mia: Participant = { id: 3, name: "Mia", kind: "agent" };

/** Ana as the signed-in person. */
export const signedInAna: Me = { ...ana, username: "ana", roles: [], silenced: [] };

/** A room; what a test does not say does not matter to it. */
export function room(id: number, given: Partial<Room> = {}): Room {
  const offerNumber = 10_000 + id;
  return {
    id,
    name: `oferta.${offerNumber}`,
    channel: `presence-oferta.${offerNumber}`,
    offerNumber,
    vehicle: "",
    lastMessage: null,
    unreadCount: 0,
    lastSeq: 0,
    readSeq: 0,
    epoch: "one",
    members: [],
    membersTotal: 0,
    takenOverBy: null,
    updatedAt: "2026-01-05T08:00:00.000Z",
    ...given,
  };
}

/** A message by Radu unless the test says otherwise; its id follows from room and `seq`. */
export function message(roomId: number, seq: number, given: Partial<Message> = {}): Message {
  return {
    id: roomId * 100_000 + seq,
    roomId,
    seq,
    clientId: null,
    author: radu,
    sentAt: "2026-01-05T09:00:00.000Z",
    text: `Mesajul ${seq}`,
    ...given,
  };
}
