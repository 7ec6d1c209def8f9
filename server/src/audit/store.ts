import type { ActorKind, AuditEntry, AuditKind, AuditObject } from "@cuplaj/protocol/audit.ts";

/** The store adds the actor's current name. */
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

/** All given fields must match. */
export interface AuditFilter {
  /** The actor, or the person that the entry is about. */
  readonly person?: number | undefined;
  readonly kind?: AuditKind | undefined;
  /** ISO 8601; `until` is exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditStore {
  addAll(entries: readonly NewEntry[]): Promise<void>;
  list(filter: AuditFilter, cut: { readonly skip: number; readonly take: number }): Promise<readonly AuditEntry[]>;
  /** Lists entries older than the given one, newest first; null starts at the newest. */
  listBefore(filter: AuditFilter, entryId: number | null, take: number): Promise<readonly AuditEntry[]>;
  /** Counts matching entries, up to `countedMax`. */
  count(filter: AuditFilter, countedMax: number): Promise<number>;
  /** Removes a portion of the entries older than `moment`; false if none are left. */
  removeBefore(moment: string): Promise<boolean>;
}
