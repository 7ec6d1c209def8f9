import { randomUUID } from "node:crypto";
import type { GrowthCall } from "./growth-client.ts";
import { listRooms, type Side } from "./growth-side.ts";

/** A measured route: its calls for a side and a round, and the number of rows in a response. */
export interface GrowthRoute {
  readonly title: string;
  readonly by: "busy" | "colleague";
  /** The reason why the route is not gated. */
  readonly ungated?: string;
  /** The database with which the large one is compared, by default `small`. */
  readonly comparedWith?: "wide";
  /** PERF-7a: the title of the route in the large database with which this one is compared. */
  readonly beside?: "all/1" | "channels";
  calls(side: Side, round: Round): Promise<readonly GrowthCall[]> | readonly GrowthCall[];
  rows(body: Record<string, unknown>): number;
}

export interface Round {
  readonly number: number;
  readonly rounds: number;
  readonly calls: number;
}

const roomsIn = (body: Record<string, unknown>): number => lengthOf(body["chats"]);
const messages = (body: Record<string, unknown>): number =>
  lengthOf((body["data"] as { messages: unknown } | undefined)?.messages);
const one = (): number => 1;

const newestRooms = 100;
const syncedRooms = 200;
const syncPages = 10;

/** Routes that read. People mostly open the top of the list; idle rooms are picked from the whole list, different in each round. */
const readingRoutes: readonly GrowthRoute[] = [
  { title: "all/1", by: "busy", calls: (_side, round) => again(round, get("/all/1")), rows: roomsIn },
  {
    title: "all/200",
    by: "busy",
    calls: (side, round) => again(round, get(`/all/${side.farListPage}`)),
    rows: roomsIn,
  },
  {
    title: "chat/{room}/1",
    by: "busy",
    calls: (side, round) => newestOf(side, round).map((id) => get(`/chat/${id}/1`)),
    rows: messages,
  },
  {
    title: "chat/{room at rest}/1",
    by: "busy",
    ungated: "the first look into a room for months reads 50 places that PostgreSQL does not have at hand",
    calls: (side, round) => roomsOf(side, round).map((id) => get(`/chat/${id}/1`)),
    rows: messages,
  },
  {
    title: "chat/{long room}/1",
    by: "busy",
    calls: (side, round) => again(round, get(`/chat/${side.longRoom}/1`)),
    rows: messages,
  },
  {
    title: "chat/{long room}/10000",
    by: "busy",
    calls: (side, round) =>
      Array.from({ length: round.calls }, (_, index) =>
        // Every call reads another page, so that none stays cached.
        get(`/chat/${side.longRoom}/${side.middlePage + ((index * 7 + round.number) % 90)}`),
      ),
    rows: messages,
  },
  {
    title: "sync of 200 rooms",
    by: "busy",
    calls: async (side, round) => again(round, await syncCall(side)),
    rows: (body) => (body["rooms"] as { events: unknown }[]).reduce((sum, room) => sum + lengthOf(room.events), 0),
  },
];

/** PERF-7a: routes that go through all rooms of a person, who has equally many in both databases. */
const walkingRoutes: readonly GrowthRoute[] = [
  {
    title: "channels",
    by: "busy",
    comparedWith: "wide",
    calls: (_side, round) => again(round, get("/channels")),
    rows: (body) => lengthOf(body["channels"]),
  },
  ...(["all", "mine", "unread", "unclaimed"] as const).map((filter): GrowthRoute => ({
    title: `all/1?filter=${filter}`,
    by: "busy",
    comparedWith: "wide",
    beside: filter === "all" || filter === "mine" ? "all/1" : "channels",
    calls: (_side, round) => again(round, get(`/all/1?filter=${filter}`)),
    rows: roomsIn,
  })),
  {
    title: "all/1?sort=waiting",
    by: "busy",
    comparedWith: "wide",
    beside: "channels",
    calls: (_side, round) => again(round, get("/all/1?sort=waiting")),
    rows: roomsIn,
  },
];

/** Routes that write, always to the same rooms. Each room is read right after a message. */
const writingRoutes: readonly GrowthRoute[] = [
  {
    title: "publish",
    by: "colleague",
    calls: (side, round) => writtenRooms(side, round).map((id) => publish(id)),
    rows: one,
  },
  {
    title: "read",
    by: "busy",
    calls: (side, round) => writtenRooms(side, round).map((id) => ({ method: "POST", path: `/read/${id}`, body: {} })),
    rows: one,
  },
  {
    title: "publish to 1,000 members",
    by: "colleague",
    calls: (side, round) => Array.from({ length: round.calls }, () => publish(side.crowdedRoom)),
    rows: one,
  },
];

/** Routes that write run last, so that the others read the seed unchanged. */
export const growthPhases = [[...readingRoutes, ...walkingRoutes], writingRoutes] as const;
export const growthRoutes: readonly GrowthRoute[] = growthPhases.flat();

const get = (path: string): GrowthCall => ({ method: "GET", path });
const again = (round: Round, call: GrowthCall): readonly GrowthCall[] =>
  Array.from({ length: round.calls }, () => call);
const publish = (room: number): GrowthCall => ({
  method: "POST",
  path: `/publish/${room}`,
  body: { message: "Bună ziua, mai este valabilă oferta pentru plăcuțe?", client_id: randomUUID() },
});

/** Picks one room per call, evenly spread and different in each round. */
function roomsOf({ rooms }: Side, { number, rounds, calls }: Round): readonly number[] {
  return Array.from({ length: calls }, (_, index) => {
    const chosen = Math.floor(((index * rounds + number) * rooms.length) / (calls * rounds));
    return rooms[chosen % rooms.length]?.id ?? 0;
  });
}

const newestOf = ({ rooms }: Side, { calls }: Round): readonly number[] =>
  Array.from({ length: calls }, (_, index) => rooms[index % newestRooms]?.id ?? 0);

const writtenRooms = (side: Side, round: Round): readonly number[] => roomsOf(side, { ...round, number: 0 });

/** MSG-6: catches up with the 200 newest rooms. Every fifth is 8 events behind. */
async function syncCall({ busy }: Side): Promise<GrowthCall> {
  const newest = (await listRooms(busy, 1, syncPages)).slice(0, syncedRooms);
  const cursors = newest.map(({ id, lastSeq }, index) => {
    return [String(id), index % 5 === 0 ? lastSeq - 8 : lastSeq] as const;
  });
  return { method: "POST", path: "/sync", body: { cursors: Object.fromEntries(cursors) } };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
