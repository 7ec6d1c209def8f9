import { type Static, Type } from "typebox";
import { Id, Timestamp } from "./scalars.ts";

/**
 * What the audit log has (AUD-1). The list is closed: an alarm can be set on a name. Nothing under it carries the text of a message, a
 * secret, or what somebody typed as a name or password.
 */
export const AuditKind = Type.Union([
  Type.Literal("sign-in.succeeded"),
  /** The password was right, and the second factor is still to come. */
  Type.Literal("sign-in.begun"),
  Type.Literal("sign-in.failed"),
  /** Ended by its own person. */
  Type.Literal("session.ended"),
  /** Somebody met a limit; `detail` is its name. */
  Type.Literal("limit.met"),
  /** A rule refused what somebody asked for: 403, or the 404 for what they may not know of; `detail` is the call. */
  Type.Literal("access.refused"),
  /** A room was read by somebody who is no member of it (`rooms.view-any`). */
  Type.Literal("room.read-without-membership"),
  /** The checker found a file harmful; `detail` is the call. */
  Type.Literal("file.infected"),
  Type.Literal("account.added"),
  Type.Literal("account.disabled"),
  Type.Literal("account.enabled"),
  Type.Literal("account.renamed"),
  Type.Literal("account.invited"),
  Type.Literal("account.password-changed"),
  /** All of their sign-ins were ended by somebody else. */
  Type.Literal("account.signed-out"),
  /** The person has set up a second factor, or another one. */
  Type.Literal("account.two-factor-set"),
  /** Somebody else has removed it. */
  Type.Literal("account.two-factor-removed"),
  /** The person has made new recovery codes. */
  Type.Literal("account.recovery-renewed"),
  /** `detail` is the role since then. */
  Type.Literal("account.role-changed"),
  /** `detail` is the token's id. */
  Type.Literal("account.token-added"),
  Type.Literal("account.token-revoked"),
  /** All that is stored about the person was written into files. */
  Type.Literal("account.exported"),
  /** The person was erased. */
  Type.Literal("account.erased"),
  /** A version of an offer was stored; `detail` is which. */
  Type.Literal("offer.stored"),
  /** Staff accepted or declined for the customer; `detail` is which, and the version that it made. */
  Type.Literal("offer.decided-for"),
  /** An upgrade changed a role; `detail` is what it permits since then. */
  Type.Literal("role.changed"),
  Type.Literal("backup.made"),
  Type.Literal("backup.restored"),
]);
export type AuditKind = Static<typeof AuditKind>;

/**
 * Who did it: somebody signed in, a program by its token, a host that signed somebody in, the operator by a command, or somebody who
 * is not known.
 */
export const ActorKind = Type.Union([
  Type.Literal("person"),
  Type.Literal("program"),
  Type.Literal("host"),
  Type.Literal("command-line"),
  Type.Literal("nobody"),
]);
export type ActorKind = Static<typeof ActorKind>;

/** What an entry is about; `detail` says more in a word. */
export const AuditObject = Type.Object({
  type: Type.Union([Type.Literal("participant"), Type.Literal("room"), Type.Literal("offer")]),
  id: Id,
});
export type AuditObject = Static<typeof AuditObject>;

/** One line of the audit log; `times` is how often it happened since the entry before it that is the same (AUD-1). */
export const AuditEntry = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    kind: AuditKind,
    by: ActorKind,
    /** Whose account acted, under its name of then; the name is null since the person was erased. */
    person: Type.Union([Type.Object({ id: Id, name: Type.Union([Type.String(), Type.Null()]) }), Type.Null()]),
    /** Null for a command of the operator. */
    address: Type.Union([Type.String(), Type.Null()]),
    about: Type.Union([AuditObject, Type.Null()]),
    detail: Type.Union([Type.String(), Type.Null()]),
    times: Type.Integer({ minimum: 1 }),
  },
  {
    examples: [
      {
        id: 8841,
        created_at: "2026-11-23T09:41:07.120Z",
        kind: "sign-in.failed",
        by: "nobody",
        person: null,
        address: "203.0.113.7",
        about: { type: "participant", id: 12 },
        detail: "main",
        times: 3,
      },
    ],
  },
);
export type AuditEntry = Static<typeof AuditEntry>;
