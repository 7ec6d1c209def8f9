import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import type { CallError, Message, MessageFile, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends FilesState {}
  interface AppEvents extends FilesEvents {}
  interface AppEffects extends FilesEffects {}
}

/** A picture, by its path on the server. It loads while `wanted` elements show it, and is then cached for a while. */
export interface Picture {
  readonly phase: "waiting" | "loading" | "ready" | "failed";
  readonly wanted: number;
  readonly source: string | null;
  readonly bytes: number;
  readonly error: CallError | null;
}

export type FileWork =
  | { readonly phase: "saving" | "opening"; readonly doneBytes: number }
  | { readonly phase: "playable"; readonly source: string }
  | { readonly phase: "failed"; readonly error: CallError };

export interface RoomFiles {
  readonly roomId: RoomId;
  readonly messages: readonly Message[];
  readonly page: number;
  readonly total: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
}

interface FilesView {
  readonly galleryRoomId: RoomId | null;
  readonly shown: Message | null;
}

export interface FilesState {
  /** OPS-6a: why the server can store no file now; null if it can. */
  readonly storageTrouble: StorageTrouble | null;
  /** The pictures by path, the least recently used first. */
  readonly pictures: Readonly<Record<string, Picture>>;
  readonly fileWork: Readonly<Record<string, FileWork>>;
  readonly roomFiles: RoomFiles | null;
  readonly filesView: FilesView;
}

export interface FilesEvents {
  "files/storage-known": { readonly trouble: FilesState["storageTrouble"] };
  "files/picture-wanted": { readonly path: string };
  "files/picture-dropped": { readonly path: string };
  "files/picture-loaded": { readonly path: string; readonly source: string; readonly bytes: number };
  "files/picture-failed": { readonly path: string; readonly error: CallError };
  "files/picture-again": { readonly path: string };
  "files/work-asked": { readonly message: Message; readonly phase: "saving" | "opening" };
  "files/progressed": { readonly path: string; readonly doneBytes: number };
  "files/playable": { readonly path: string; readonly source: string };
  "files/work-over": { readonly path: string };
  "files/work-failed": { readonly path: string; readonly error: CallError };
  "files/more-asked": Nothing;
  "files/list-loaded": Pick<RoomFiles, "roomId" | "messages" | "page" | "total">;
  "files/list-failed": { readonly roomId: RoomId; readonly error: CallError };
  "files/viewed": { readonly view: Partial<FilesView> };
}

export interface FilesEffects {
  "load-picture": { readonly path: string };
  "forget-picture": { readonly path: string; readonly source: string | null };
  "fetch-file": FilesEvents["files/work-asked"] & { readonly file: MessageFile };
  "end-file-work": { readonly path: string; readonly source: string | null };
  /** Calls the server until it can store files again. */
  "recheck-storage": Nothing;
  "call-room-files": { readonly roomId: RoomId; readonly page: number };
}
