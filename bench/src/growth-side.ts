import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import {
  busyPerson,
  colleague,
  crowdedRoomOf,
  growthSizes,
  longRoomOf,
  quietPerson,
} from "../../server/src/testing/growth/growth-size.ts";
import { type DatabaseProcess, databaseOf } from "./durable-sends/database-process.ts";
import { type GrowthClient, signInStaff } from "./growth-client.ts";
import { busyPassword, type SizeName } from "./seed/seed-folder.ts";
import { startCuplajOn } from "./subjects/cuplaj.ts";

export interface ListedRoom {
  readonly id: number;
  readonly lastSeq: number;
  readonly messagesTotal: number;
}

/** A database with its server and signed-in people. */
export interface Side {
  readonly name: SizeName;
  readonly port: number;
  readonly busy: GrowthClient;
  readonly colleague: GrowthClient;
  readonly quiet: GrowthClient;
  readonly database: DatabaseProcess;
  /** Ordinary rooms with a full page of messages, in the initial order, newest activity first. */
  readonly rooms: readonly ListedRoom[];
  readonly longRoom: number;
  readonly crowdedRoom: number;
  /** A page far down the list of rooms, and the middle page of the long room. */
  readonly farListPage: number;
  readonly middlePage: number;
  /** Reads all database files into the page cache, so that both sides are measured from memory. */
  readFiles(): Promise<void>;
  stop(): Promise<void>;
}

const roomsPerPage = 20;
const messagesPerPage = 50;

/** Starts the product on a seeded folder, and signs the three people in. */
export async function openSide(name: SizeName, folder: string): Promise<Side> {
  const subject = await startCuplajOn(folder);
  const size = growthSizes[name];
  const clients: GrowthClient[] = [];
  const stop = async (): Promise<void> => {
    for (const client of clients) client.close();
    await subject.stop();
  };
  try {
    for (const { username } of [busyPerson, colleague, quietPerson]) {
      clients.push(await signInStaff(subject.port, username, busyPassword));
    }
    const [busy, other, quiet] = clients;
    if (busy === undefined || other === undefined || quiet === undefined) throw new Error("nobody is signed in");
    const special = [longRoomOf(size), crowdedRoomOf(size)];
    const listed = await listRooms(busy, 1, size.busyPersonRooms / roomsPerPage);
    const rooms = listed.filter((room) => !special.includes(room.id) && room.messagesTotal >= messagesPerPage);
    return {
      name,
      port: subject.port,
      busy,
      colleague: other,
      quiet,
      database: databaseOf(folder),
      rooms,
      longRoom: longRoomOf(size),
      crowdedRoom: crowdedRoomOf(size),
      farListPage: Math.min(200, size.busyPersonRooms / roomsPerPage),
      middlePage: size.longRoomMessages / messagesPerPage / 2,
      readFiles: () => readAll(join(folder, "postgres", "base")),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readAll(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await finished(createReadStream(join(entry.parentPath, entry.name)).resume());
  }
}

export async function listRooms(busy: GrowthClient, first: number, last: number): Promise<readonly ListedRoom[]> {
  const rooms: ListedRoom[] = [];
  for (let page = first; page <= last; page += 1) {
    const { body } = await busy.call({ method: "GET", path: `/all/${page}` });
    const { chats } = body as { chats: { id: number; last_seq: number; total: number }[] };
    rooms.push(...chats.map((room) => ({ id: room.id, lastSeq: room.last_seq, messagesTotal: room.total })));
  }
  return rooms;
}
