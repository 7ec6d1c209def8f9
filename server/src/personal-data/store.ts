import type { FileRow } from "../files/storage/store.ts";

export interface DataPerson {
  readonly id: number;
  readonly username: string;
}

export type DataRow = Readonly<Record<string, unknown>>;

export type SentFile = Pick<FileRow, "id" | "storageId" | "name">;

export interface PersonalDataStore {
  /** Null if the person is unknown or erased. */
  find(username: string): Promise<DataPerson | null>;
  /** Reads all rows of the listed tables, table by table, in one snapshot. Returns the files that the person sent. */
  readAll(personId: number, take: (table: string, rows: readonly DataRow[]) => void): Promise<readonly SentFile[]>;
  noteExport(personId: number): Promise<void>;
}

/** PERS-2: each step may be interrupted and repeated. */
export interface EraseStore {
  /** Locks the account, and replaces the person's name for all readers. */
  eraseNames(personId: number, name: string): Promise<void>;
  /** Rooms with texts, likes, a membership or a take-over of the person. */
  listRooms(personId: number): Promise<readonly number[]>;
  /** Removes some of the person's data under the room's lock; false if nothing is left. */
  eraseInRoom(personId: number, roomId: number): Promise<boolean>;
  eraseUploads(personId: number): Promise<void>;
  /** The last step: removes the username; false if a room has data of the person again. */
  finish(personId: number): Promise<boolean>;
}
