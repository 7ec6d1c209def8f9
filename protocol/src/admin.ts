import { type Static, Type } from "typebox";
import { mia, token } from "./examples.ts";
import { ParticipantKind } from "./participant.ts";
import { Id, Timestamp } from "./scalars.ts";

/** An account, as people with `users.manage` see it (ADM-1). */
export const ManagedAccount = Type.Object(
  {
    id: Id,
    type: ParticipantKind,
    name: Type.String(),
    username: Type.String(),
    roles: Type.Array(Type.String()),
    /** Erased people keep a row without a name (PERS-2). */
    state: Type.Union([Type.Literal("active"), Type.Literal("disabled"), Type.Literal("erased")]),
    has_temporary_password: Type.Boolean(),
    has_second_factor: Type.Boolean(),
    is_invited: Type.Boolean(),
    /** Their confirmed e-mail address, and whether the last e-mail to it was returned (MAIL-4). */
    mail_address: Type.Union([Type.String(), Type.Null()]),
    mail_bounced_at: Type.Union([Timestamp, Type.Null()]),
    /** Number of active sessions, and when one was last used. */
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
        mail_address: "mia@example.ro",
        mail_bounced_at: null,
        sign_ins: 2,
        last_used_at: "2026-11-23T09:40:00.000Z",
      },
    ],
  },
);
export type ManagedAccount = Static<typeof ManagedAccount>;

export const AccessKind = Type.Union([Type.Literal("invitation"), Type.Literal("temporary_password")]);
export type AccessKind = Static<typeof AccessKind>;

/** A temporary password, or an invitation's token: the part of `/invite` after the `#` (USR-5b). No later response repeats it. */
export const GivenAccess = Type.Object(
  {
    kind: AccessKind,
    secret: Type.String(),
    /** Null for a temporary password. */
    expires_at: Type.Union([Timestamp, Type.Null()]),
  },
  { examples: [{ kind: "invitation", secret: token, expires_at: "2026-11-26T09:40:00.000Z" }] },
);
export type GivenAccess = Static<typeof GivenAccess>;

/** A program's token without its secret (ERP-2). */
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

export const Installation = Type.Object(
  {
    version: Type.String(),
    postgresql: Type.String(),
    /** Name of the latest schema migration. */
    migration: Type.String(),
    database_bytes: Type.Integer({ minimum: 0 }),
    accounts: Type.Integer({ minimum: 0 }),
    rooms: Type.Integer({ minimum: 0 }),
    messages: Type.Integer({ minimum: 0 }),
    files: Type.Integer({ minimum: 0 }),
    /** Bytes counted against the installation's quota. */
    file_bytes: Type.Integer({ minimum: 0 }),
    last_backup_at: Type.Union([Timestamp, Type.Null()]),
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
