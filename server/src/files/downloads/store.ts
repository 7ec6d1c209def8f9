import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { FileRow } from "../storage/store.ts";

export interface DownloadRecord extends Pick<
  FileRow,
  "id" | "storageId" | "name" | "bytes" | "mime" | "sha256" | "previewBytes"
> {
  readonly roomId: number;
  readonly authorType: ParticipantKind;
  /** Whether it is of the customer whose request the room began with. */
  readonly isAsked: boolean;
}

export interface DownloadStore {
  /** Null if the message does not exist or has no file. */
  findFile(messageId: number): Promise<DownloadRecord | null>;
}
