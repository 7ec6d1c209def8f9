import type { ActorKind, AuditEntry, AuditKind, AuditObject } from "@cuplaj/protocol/audit.ts";

/** An entry that is to be stored; the name of whose account acted is added as it is then. */
export interface NewEntry {
  readonly created_at: string;
  readonly kind: AuditKind;
  readonly by_kind: ActorKind;
  readonly participant_id: number | null;
  readonly address: string | null;
  readonly about: AuditObject | null;
  readonly detail: string | null;
  readonly times: number;
}

/** Which entries are asked for; all that is named has to fit. */
export interface AuditFilter {
  /** Who acted, or whom it is about. */
  readonly person?: number | undefined;
  readonly kind?: AuditKind | undefined;
  /** From this moment on (ISO 8601), and before that one. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditStore {
  addAll(entries: readonly NewEntry[]): Promise<void>;
  /** The newest first. */
  list(filter: AuditFilter, cut: { readonly skip: number; readonly take: number }): Promise<readonly AuditEntry[]>;
  /** Those older than an entry, the newest first; from the newest on where it is null. */
  listBefore(filter: AuditFilter, entryId: number | null, take: number): Promise<readonly AuditEntry[]>;
  /** How many fit, counted up to `countedMax`. */
  count(filter: AuditFilter, countedMax: number): Promise<number>;
  /** Removes some of those before a moment; false where none is left. */
  removeBefore(moment: string): Promise<boolean>;
}
