import type { RestoreEnd } from "./restore.ts";

export interface AskedBackup {
  readonly file: string;
  readonly isLogical: boolean;
  /** age recipients; empty for an unencrypted backup. */
  readonly recipients: readonly string[];
}

export interface VerifyEnd extends RestoreEnd {
  readonly tables: number;
  readonly rows: number;
}

/** `release` is the folder of the previous release; `confirm` removes the old database. */
export type AskedUpgrade = { readonly kind: "upgrade"; readonly release: string | null } | { readonly kind: "confirm" };
