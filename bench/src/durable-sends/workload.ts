/** Who is where: people and rooms are numbered from 1, as a fresh database numbers them. */
export interface Workload {
  readonly title: string;
  readonly rooms: number;
  /** People who belong to each room and listen with a socket. */
  readonly listenersPerRoom: number;
  /** The first so many people are those who send. */
  readonly senders: number;
}

/** Line for line what is measured: many rooms with a thousand sockets, and few rooms where five listen. */
export const manyRooms: Workload = { title: "200 rooms", rooms: 200, listenersPerRoom: 5, senders: 64 };
export const fewRooms: Workload = { title: "50 rooms", rooms: 50, listenersPerRoom: 5, senders: 50 };

/** More senders than rooms: each writes where it listens. */
export const crowded: Workload = { title: "50 rooms", rooms: 50, listenersPerRoom: 5, senders: 100 };

export const peopleIn = (plan: Workload): number => plan.rooms * plan.listenersPerRoom;

/** The room that a person listens in. */
export const roomOfListener = (plan: Workload, person: number): number => 1 + ((person - 1) % plan.rooms);

/** The sender of a room; each sender has a few rooms. */
export const senderOfRoom = (plan: Workload, room: number): number => 1 + ((room - 1) % plan.senders);

/** The rooms that a sender sends to, in turn: the room that it listens in where every room has a sender already. */
export function roomsOfSender(plan: Workload, sender: number): number[] {
  if (sender > plan.rooms) return [roomOfListener(plan, sender)];
  const rooms = Array.from({ length: plan.rooms }, (_, index) => index + 1);
  return rooms.filter((room) => senderOfRoom(plan, room) === sender);
}

/** How many sockets get a message of a room: the listeners, and the sender's own where that listens elsewhere. */
export function deliveriesOf(plan: Workload, room: number): number {
  return plan.listenersPerRoom + (roomOfListener(plan, senderOfRoom(plan, room)) === room ? 0 : 1);
}

export const offerOfRoom = (room: number): number => 10_000 + room;

/** A person's token; the database holds its hash. */
export const tokenOf = (person: number): string => `bench-token-of-person-number-${person}`;

/** What everybody says, without the time at its end; as long as people write. */
export const sentence = "Bună ziua! Aveți plăcuțe de frână față pentru Octavia 2.0 TDI din 2014? Aștept o ofertă.";
