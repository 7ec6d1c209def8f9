import type { FileRow } from "../files/storage/store.ts";

export interface DataPerson {
  readonly id: number;
  readonly username: string;
}

export type DataRow = Readonly<Record<string, unknown>>;

export type SentFile = Pick<FileRow, "id" | "storageId" | "name">;

export interface PersonalDataStore {
  /** Null if unknown or erased. */
  find(username: string): Promise<DataPerson | null>;
  /** All rows of the listed tables, table by table, in one snapshot; returns the files the person sent. */
  readAll(personId: number, take: (table: string, rows: readonly DataRow[]) => void): Promise<readonly SentFile[]>;
  noteExport(personId: number): Promise<void>;
}

/** PERS-2: each step may be interrupted and repeated. */
export interface EraseStore {
  /** Locks the account, and renames the person for all readers. */
  eraseNames(personId: number, name: string): Promise<void>;
  /** Rooms with texts, likes, a membership or a take-over of theirs. */
  listRooms(personId: number): Promise<readonly number[]>;
  /** Removes some of their data under the room's lock; false if nothing is left. */
  eraseInRoom(personId: number, roomId: number): Promise<boolean>;
  eraseUploads(personId: number): Promise<void>;
  /** The last step: removes the username; false if some room has data of theirs again. */
  finish(personId: number): Promise<boolean>;
}
