import { type Static, Type } from "typebox";
import { ParticipantKind } from "./participant.ts";
import { Id, Timestamp } from "./scalars.ts";

/** An account as those who manage accounts see it (ADM-1). */
export const ManagedAccount = Type.Object({
  id: Id,
  type: ParticipantKind,
  name: Type.String(),
  username: Type.String(),
  roles: Type.Array(Type.String()),
  /** An erased person stays as a row without a name (PERS-2). */
  state: Type.Union([Type.Literal("active"), Type.Literal("disabled"), Type.Literal("erased")]),
  has_temporary_password: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  /** An invitation of theirs waits for them. */
  is_invited: Type.Boolean(),
  /** Sign-ins that go on, and when one of them was used last. */
  sign_ins: Type.Integer({ minimum: 0 }),
  last_used_at: Type.Union([Timestamp, Type.Null()]),
});
export type ManagedAccount = Static<typeof ManagedAccount>;

export const AccessKind = Type.Union([Type.Literal("invitation"), Type.Literal("temporary_password")]);
export type AccessKind = Static<typeof AccessKind>;

/**
 * What a person signs in by, told in this one answer: a temporary password, or the token of an invitation, which stands behind the
 * `#` of `/invite` (USR-5c).
 */
export const GivenAccess = Type.Object({
  kind: AccessKind,
  secret: Type.String(),
  /** Of an invitation. */
  expires_at: Type.Union([Timestamp, Type.Null()]),
});
export type GivenAccess = Static<typeof GivenAccess>;

/** A token of a program, never the token itself (ERP-2). */
export const ListedToken = Type.Object({
  id: Id,
  username: Type.String(),
  program: Type.String(),
  created_at: Timestamp,
  last_used_at: Type.Union([Timestamp, Type.Null()]),
});
export type ListedToken = Static<typeof ListedToken>;

/** How large the installation is, and how it is (ADM-5). */
export const Installation = Type.Object({
  version: Type.String(),
  postgresql: Type.String(),
  /** The newest change of the tables that was made. */
  migration: Type.String(),
  database_bytes: Type.Integer({ minimum: 0 }),
  accounts: Type.Integer({ minimum: 0 }),
  rooms: Type.Integer({ minimum: 0 }),
  messages: Type.Integer({ minimum: 0 }),
  files: Type.Integer({ minimum: 0 }),
  /** As counted against the installation's share. */
  file_bytes: Type.Integer({ minimum: 0 }),
  last_backup_at: Type.Union([Timestamp, Type.Null()]),
  /** Whether the database takes writes, and whether this process reaches the others. */
  takes_writes: Type.Boolean(),
  bus: Type.Union([Type.Literal("up"), Type.Literal("away")]),
});
export type Installation = Static<typeof Installation>;
