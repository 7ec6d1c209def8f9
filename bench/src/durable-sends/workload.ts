/** How many people send and listen in which rooms. People and rooms are numbered from 1, as in a new database. */
export interface Workload {
  readonly title: string;
  readonly rooms: number;
  readonly listenersPerRoom: number;
  readonly senders: number;
}

export const manyRooms: Workload = { title: "200 rooms", rooms: 200, listenersPerRoom: 5, senders: 64 };
export const fewRooms: Workload = { title: "50 rooms", rooms: 50, listenersPerRoom: 5, senders: 50 };

/** A workload with more senders than rooms: the additional senders write in the rooms to which they listen. */
export const crowded: Workload = { title: "50 rooms", rooms: 50, listenersPerRoom: 5, senders: 100 };

export const peopleIn = (plan: Workload): number => plan.rooms * plan.listenersPerRoom;

export const roomOfListener = (plan: Workload, person: number): number => 1 + ((person - 1) % plan.rooms);

export const senderOfRoom = (plan: Workload, room: number): number => 1 + ((room - 1) % plan.senders);

/** The rooms to which a sender writes in turn. A sender beyond the number of rooms writes where it listens. */
export function roomsOfSender(plan: Workload, sender: number): number[] {
  if (sender > plan.rooms) return [roomOfListener(plan, sender)];
  const rooms = Array.from({ length: plan.rooms }, (_, index) => index + 1);
  return rooms.filter((room) => senderOfRoom(plan, room) === sender);
}

/** How many sockets get a room's message: those of its listeners, and the sender's own if the sender listens elsewhere. */
export function deliveriesOf(plan: Workload, room: number): number {
  return plan.listenersPerRoom + (roomOfListener(plan, senderOfRoom(plan, room)) === room ? 0 : 1);
}

export const offerOfRoom = (room: number): number => 10_000 + room;

/** A person's token; the database stores its hash. */
export const tokenOf = (person: number): string => `bench-token-of-person-number-${person}`;

/** The text of every message, without the time mark; its length is typical. */
export const sentence = "Bună ziua! Aveți plăcuțe de frână față pentru Octavia 2.0 TDI din 2014? Aștept o ofertă.";
