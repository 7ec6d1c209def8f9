import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { DemoUsername } from "./content/people.ts";
import type { DemoRecords } from "./demo-records.ts";

/** An account that the demo made and that may sign in. */
export interface DemoAccount {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly passwordHash: string;
}

/** A row of `files`, and the message that has it. */
export interface DemoFile {
  readonly id: string;
  readonly storageId: string;
  readonly offer: number;
  readonly seq: number;
  readonly username: DemoUsername;
  readonly at: number;
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly placeholder: string;
  readonly previewBytes: number;
}

/** Where the demo is written (RUN-9). */
export interface DemoStore {
  /** Whether nobody has an account and no offer is stored. */
  isEmpty(): Promise<boolean>;
  /** Names objects that are about to be put; they are removed after an hour unless `writeIfEmpty` takes them over. */
  nameObjects(storageId: string, names: readonly string[]): Promise<void>;
  /**
   * Writes everything in one transaction and answers true; answers false and writes nothing unless still empty, and while the objects of
   * all files are there.
   */
  writeIfEmpty(
    records: DemoRecords & { readonly files: readonly DemoFile[] },
    passwords: "public" | "random",
  ): Promise<boolean>;
  /** The passwords it was filled with; null where it was not. */
  filledWith(): Promise<"public" | "random" | null>;
  /** The accounts that the demo made, without those that are disabled. */
  enabledAccounts(): Promise<readonly DemoAccount[]>;
}
