import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { FileRow } from "../storage/store.ts";

/** A message's file, with what decides who may read it. */
export interface DownloadRecord extends Pick<
  FileRow,
  "id" | "storageId" | "name" | "bytes" | "mime" | "sha256" | "previewBytes"
> {
  readonly roomId: number;
  readonly authorType: ParticipantKind;
}

/** Files by the messages that have them. */
export interface DownloadStore {
  /** Null where there is no such message, or it has no file. */
  findFile(messageId: number): Promise<DownloadRecord | null>;
}
