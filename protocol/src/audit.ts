import { type Static, Type } from "typebox";
import { Id, Timestamp } from "./scalars.ts";

/** A closed list (AUD-1), since alarms match on these names. Entries never hold message text, secrets, or typed names and passwords. */
export const AuditKind = Type.Union([
  Type.Literal("sign-in.succeeded"),
  /** The password was right; the second factor is pending. */
  Type.Literal("sign-in.begun"),
  Type.Literal("sign-in.failed"),
  Type.Literal("session.ended"),
  /** `detail` names the limit. */
  Type.Literal("limit.met"),
  /** 403, or a 404 that hides what the caller may not see; `detail` names the call. */
  Type.Literal("access.refused"),
  Type.Literal("room.read-without-membership"),
  /** `detail` names the call. */
  Type.Literal("file.infected"),
  Type.Literal("account.added"),
  Type.Literal("account.disabled"),
  Type.Literal("account.enabled"),
  Type.Literal("account.renamed"),
  Type.Literal("account.invited"),
  Type.Literal("account.password-changed"),
  /** Somebody else ended all sessions of the account. */
  Type.Literal("account.signed-out"),
  Type.Literal("account.two-factor-set"),
  Type.Literal("account.two-factor-removed"),
  Type.Literal("account.recovery-renewed"),
  /** `detail` names the new role. */
  Type.Literal("account.role-changed"),
  Type.Literal("account.mail-changed"),
  /** An e-mail to the account's address was returned. */
  Type.Literal("account.mail-bounced"),
  Type.Literal("account.token-added"),
  Type.Literal("account.token-revoked"),
  Type.Literal("account.exported"),
  Type.Literal("account.erased"),
  /** An e-mail to a reply address, or a part of it, became no message; `detail` names the reason. */
  Type.Literal("mail.refused"),
  Type.Literal("offer.stored"),
  /** Staff decided for the customer; `detail` holds the decision and the offer version it created. */
  Type.Literal("offer.decided-for"),
  /** An upgrade changed a role; `detail` lists its new permissions. */
  Type.Literal("role.changed"),
  Type.Literal("backup.made"),
  Type.Literal("backup.restored"),
]);
export type AuditKind = Static<typeof AuditKind>;

/** The actor: a signed-in person, a program with a token, a host that signed somebody in, an operator on the command line, or somebody unknown. */
export const ActorKind = Type.Union([
  Type.Literal("person"),
  Type.Literal("program"),
  Type.Literal("host"),
  Type.Literal("command-line"),
  Type.Literal("nobody"),
]);
export type ActorKind = Static<typeof ActorKind>;

/** The account, room or offer that an entry is about. */
export const AuditObject = Type.Object({
  type: Type.Union([Type.Literal("participant"), Type.Literal("room"), Type.Literal("offer")]),
  id: Id,
});
export type AuditObject = Static<typeof AuditObject>;

/** One entry of the audit log (AUD-1); `times` counts repetitions since the previous identical entry. */
export const AuditEntry = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    kind: AuditKind,
    by: ActorKind,
    /** The acting account with its name at the time; the name is null once the person is erased. */
    person: Type.Union([Type.Object({ id: Id, name: Type.Union([Type.String(), Type.Null()]) }), Type.Null()]),
    /** Null for operator commands. */
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
