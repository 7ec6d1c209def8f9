import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** A message's file, with what decides who may read it. */
export interface DownloadRecord {
  readonly roomId: number;
  readonly authorType: ParticipantKind;
  readonly id: string;
  readonly storageId: string;
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  readonly sha256: Buffer;
  /** Null where it has no preview. */
  readonly previewBytes: number | null;
}

/** Files by the messages that have them. */
export interface DownloadStore {
  /** Null where there is no such message, or it has no file. */
  findFile(messageId: number): Promise<DownloadRecord | null>;
}
