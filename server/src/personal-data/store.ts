import type { FileRow } from "../files/storage/store.ts";

/** Somebody whose data is asked for. */
export interface DataPerson {
  readonly id: number;
  readonly username: string;
}

/** A row as JSON has it. */
export type DataRow = Readonly<Record<string, unknown>>;

/** A file whose bytes somebody sent. */
export type SentFile = Pick<FileRow, "id" | "storageId" | "name">;

/** What is stored about one person. */
export interface PersonalDataStore {
  /** By user name; null where there is nobody, or they were erased. */
  find(username: string): Promise<DataPerson | null>;
  /** All rows of the listed tables as they were at one moment, table by table. */
  readAll(personId: number, take: (table: string, rows: readonly DataRow[]) => void): Promise<readonly SentFile[]>;
  noteExport(personId: number): Promise<void>;
}

/** Each of these may be interrupted and done again (PERS-2). */
export interface EraseStore {
  /** The account can do nothing from here on, and whoever reads it finds the other name. */
  eraseNames(personId: number, name: string): Promise<void>;
  /** The rooms in which there is something of theirs: texts, likes, a membership, a take-over. */
  listRooms(personId: number): Promise<readonly number[]>;
  /** Takes some of it from a room, under its lock; false where nothing is left. */
  eraseInRoom(personId: number, roomId: number): Promise<boolean>;
  /** Files that no message has. */
  eraseUploads(personId: number): Promise<void>;
  /** Takes the user name, last of all; false if a room has something of theirs again. */
  finish(personId: number): Promise<boolean>;
}
