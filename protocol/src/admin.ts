import { type Static, Type } from "typebox";
import { mia, token } from "./examples.ts";
import { ParticipantKind } from "./participant.ts";
import { Id, Timestamp } from "./scalars.ts";

/** An account as those who manage accounts see it (ADM-1). */
export const ManagedAccount = Type.Object(
  {
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
  },
  {
    examples: [
      {
        ...mia,
        username: "mia",
        roles: ["Agent"],
        state: "active",
        has_temporary_password: false,
        has_second_factor: true,
        is_invited: false,
        sign_ins: 2,
        last_used_at: "2026-11-23T09:40:00.000Z",
      },
    ],
  },
);
export type ManagedAccount = Static<typeof ManagedAccount>;

export const AccessKind = Type.Union([Type.Literal("invitation"), Type.Literal("temporary_password")]);
export type AccessKind = Static<typeof AccessKind>;

/**
 * What a person signs in by, told in this one answer: a temporary password, or the token of an invitation, which stands behind the
 * `#` of `/invite` (USR-5b).
 */
export const GivenAccess = Type.Object(
  {
    kind: AccessKind,
    secret: Type.String(),
    /** Of an invitation. */
    expires_at: Type.Union([Timestamp, Type.Null()]),
  },
  { examples: [{ kind: "invitation", secret: token, expires_at: "2026-11-26T09:40:00.000Z" }] },
);
export type GivenAccess = Static<typeof GivenAccess>;

/** A token of a program, never the token itself (ERP-2). */
export const ListedToken = Type.Object(
  {
    id: Id,
    username: Type.String(),
    program: Type.String(),
    created_at: Timestamp,
    last_used_at: Type.Union([Timestamp, Type.Null()]),
  },
  {
    examples: [
      {
        id: 41,
        username: "erp",
        program: "ERP",
        created_at: "2026-11-20T07:30:00.000Z",
        last_used_at: "2026-11-23T09:40:00.000Z",
      },
    ],
  },
);
export type ListedToken = Static<typeof ListedToken>;

/** How large the installation is, and how it is (ADM-5). */
export const Installation = Type.Object(
  {
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
  },
  {
    examples: [
      {
        version: "1.0.0",
        postgresql: "17.2",
        migration: "0001-schema",
        database_bytes: 48_234_496,
        accounts: 61,
        rooms: 1204,
        messages: 48_211,
        files: 3120,
        file_bytes: 912_680_550,
        last_backup_at: "2026-11-23T02:00:00.000Z",
        takes_writes: true,
        bus: "up",
      },
    ],
  },
);
export type Installation = Static<typeof Installation>;
