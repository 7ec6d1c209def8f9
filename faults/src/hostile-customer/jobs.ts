/** The attack: 500 connections of one person. A few of them never pause. */
export const attack = {
  /** How many connections of each kind never pause. */
  atFullSpeed: 2,
  /** The mean pause of the others after each response, ms, varied by half so that they do not act in step. */
  pauseMs: 500,
  arriveMs: 2000,
  unreadMs: 25_000,
  pipelined: 20,
} as const;

/** The customer's rooms: some full of long messages, one to write in, and one to join and leave. */
export interface Grounds {
  readonly fullRooms: readonly number[];
  readonly writtenRoom: number;
  readonly visitedRoom: number;
  readonly visitedOffer: number;
}

export interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly token?: string;
}

export interface Job {
  readonly kind: string;
  readonly connections: number;
  /** Whether responses are read, left unread, or read only after several requests were sent at once. */
  readonly way: "read" | "unread" | "pipelined";
  /** The request of a turn. Turns are counted over all connections of the job. */
  ask(turn: number): Asked;
}

/** The longest allowed message: 4,000 characters of 4 bytes (MSG-2). */
export const longText = "🔧".repeat(4000);

export function jobsOf({ fullRooms, writtenRoom, visitedRoom, visitedOffer }: Grounds): readonly Job[] {
  const roomOf = (turn: number): number => fullRooms[turn % fullRooms.length] ?? 0;
  const sync: Job["ask"] = () => ({
    method: "POST",
    path: "/api/v1/sync",
    body: { cursors: Object.fromEntries(fullRooms.map((room) => [room, 0])) },
  });
  const page: Job["ask"] = (turn) => ({ method: "GET", path: `/api/v1/chat/${roomOf(turn)}/${1 + (turn % 8)}` });
  const ids = Array.from({ length: 100 }, (_, index) => index + 1);
  const lists: readonly Asked[] = [
    { method: "GET", path: "/api/v1/all/1" },
    { method: "GET", path: "/api/v1/channels" },
    { method: "POST", path: "/api/v1/users", body: { customers: ids, users: [], agents: [] } },
  ];
  return [
    { kind: "sync from the beginning", connections: 100, way: "read", ask: sync },
    { kind: "sync, answer never read", connections: 100, way: "unread", ask: sync },
    { kind: "pages of 16 KB messages", connections: 100, way: "read", ask: page },
    {
      kind: "room list, channels, names",
      connections: 60,
      way: "read",
      ask: (turn) => lists[turn % lists.length] ?? { method: "GET", path: "/api/v1/me" },
    },
    {
      kind: "read marker, step by step",
      connections: 40,
      way: "read",
      ask: (turn) => ({ method: "POST", path: `/api/v1/read/${writtenRoom}`, body: { upto: 1 + turn } }),
    },
    {
      kind: "publishing 16 KB",
      connections: 40,
      way: "read",
      ask: () => ({ method: "POST", path: `/api/v1/publish/${writtenRoom}`, body: { message: longText } }),
    },
    {
      kind: "joining and leaving",
      connections: 20,
      way: "read",
      ask: (turn) =>
        turn % 2 === 0
          ? { method: "POST", path: "/api/v1/join", body: { type: 1, channel: visitedOffer } }
          : { method: "POST", path: `/api/v1/leave/${visitedRoom}`, body: {} },
    },
    { kind: "pipelined pages", connections: 20, way: "pipelined", ask: page },
    {
      kind: "invented tokens",
      connections: 20,
      way: "read",
      ask: (turn) => ({ method: "GET", path: "/api/v1/me", token: `invented-${turn}-${"x".repeat(30)}` }),
    },
  ];
}
