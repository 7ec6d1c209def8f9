import type { Member } from "@cuplaj/protocol/participant.ts";
import type { ActionStore } from "../actions/store.ts";
import type { FileRow } from "../files/storage/store.ts";
import type { StoredFile } from "../messages/file-rules.ts";
import type { MessageStore } from "../messages/store.ts";
import type { OfferStore } from "../offers/store.ts";
import type { AccountStore, NewAccount } from "../participants/account-store.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import type { DemoUsername } from "./content/people.ts";

/** An account that the demo made and that may sign in. */
export type DemoAccount = Omit<NewAccount, "role"> & { readonly id: number };

/** Somebody of the demo, once they have an account. */
export type PersonOf = (username: DemoUsername) => Member;

/** A photo whose objects lie in a storage, before anybody has sent it. */
export type DemoFile = StoredFile & { readonly placeholder: string } & Pick<
    FileRow,
    "storageId" | "sha256" | "previewBytes"
  >;

/** The stores that write what people and programs do. */
export interface DemoStores {
  readonly addAccount: AccountStore["add"];
  readonly offers: Pick<OfferStore, "store" | "decide">;
  readonly rooms: Pick<RoomStore, "moveMarker">;
  readonly messages: Pick<MessageStore, "publish">;
  readonly actions: Pick<ActionStore, "act" | "handOver">;
  readonly addFile: (file: FileRow) => Promise<void>;
}

/** Where the demo is written (RUN-9). */
export interface DemoStore {
  /** Whether nobody has an account and no offer is stored. */
  isEmpty(): Promise<boolean>;
  /** Names objects that are about to be put; they are removed after an hour unless `writeIfEmpty` takes them over. */
  nameObjects(storageId: string, names: readonly string[]): Promise<void>;
  /**
   * Has everything written in one transaction and answers true, while the named objects are there; answers false and writes nothing
   * unless still empty.
   */
  writeIfEmpty(
    passwords: "public" | "random",
    objects: readonly string[],
    write: (client: StatementPool) => Promise<void>,
  ): Promise<boolean>;
  /** The passwords it was filled with; null where it was not. */
  filledWith(): Promise<"public" | "random" | null>;
  /** The accounts that the demo made, without those that are disabled. */
  enabledAccounts(): Promise<readonly DemoAccount[]>;
}
