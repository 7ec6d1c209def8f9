import type { Member } from "@cuplaj/protocol/participant.ts";
import type { ActionStore } from "../actions/store.ts";
import type { FileRow } from "../files/storage/store.ts";
import type { StoredFile } from "../messages/file-rules.ts";
import type { MessageStore } from "../messages/store.ts";
import type { OfferStore } from "../offers/store.ts";
import type { AccountStore, NewAccount } from "../participants/account-store.ts";
import type { RequestStore } from "../requests/store.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import type { DemoUsername } from "./content/people.ts";

export type DemoAccount = Omit<NewAccount, "role"> & { readonly id: number };

export type PersonOf = (username: DemoUsername) => Member;

/** A stored photo that nobody has sent yet. */
export type DemoFile = StoredFile & { readonly placeholder: string } & Pick<
    FileRow,
    "storageId" | "sha256" | "previewBytes"
  >;

export interface DemoStores {
  readonly addAccount: AccountStore["add"];
  readonly offers: Pick<OfferStore, "store" | "decide">;
  readonly rooms: Pick<RoomStore, "moveMarker">;
  readonly messages: Pick<MessageStore, "publish">;
  readonly requests: Pick<RequestStore, "create">;
  readonly actions: Pick<ActionStore, "act" | "handOver">;
  readonly addFile: (file: FileRow) => Promise<void>;
}

export interface DemoStore {
  /** Whether the database has neither accounts nor offers. */
  isEmpty(): Promise<boolean>;
  /** Queues objects for removal in an hour, before they are written; `writeIfEmpty` dequeues them. */
  nameObjects(storageId: string, names: readonly string[]): Promise<void>;
  /** Writes everything in one transaction and returns true; returns false if the database is not empty. The objects must still exist. */
  writeIfEmpty(
    passwords: "public" | "random",
    objects: readonly string[],
    write: (client: StatementPool) => Promise<void>,
  ): Promise<boolean>;
  filledWith(): Promise<"public" | "random" | null>;
  enabledAccounts(): Promise<readonly DemoAccount[]>;
}
