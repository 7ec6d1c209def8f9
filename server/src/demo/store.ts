import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { DemoRecords } from "./demo-records.ts";

/** An account that the demo made and that may sign in. */
export interface DemoAccount {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly passwordHash: string;
}

/** Where the demo is written (RUN-9). */
export interface DemoStore {
  /** Whether nobody has an account and no offer is stored. */
  isEmpty(): Promise<boolean>;
  /** Writes everything in one transaction and answers true; answers false and writes nothing unless still empty. */
  writeIfEmpty(records: DemoRecords, passwords: "public" | "random"): Promise<boolean>;
  /** The passwords it was filled with; null where it was not. */
  filledWith(): Promise<"public" | "random" | null>;
  /** The accounts that the demo made, without those that are disabled. */
  enabledAccounts(): Promise<readonly DemoAccount[]>;
}
