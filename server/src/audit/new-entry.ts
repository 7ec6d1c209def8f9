import type { AuditKind, AuditObject } from "@cuplaj/protocol/audit.ts";
import type { SecurityFact } from "../kernel/security-log.ts";
import { isoTime } from "../kernel/clock.ts";
import type { NewEntry } from "./store.ts";

/** AUD-1: if the actor is unknown, the entry has no person, and its object is the account that the actor tried to use. */
export function newEntry(kind: AuditKind, fact: SecurityFact, at: number): NewEntry {
  const { who, what, from: address } = fact;
  const by = fact.by ?? (who === null ? (address === null ? "command-line" : "nobody") : "person");
  const about = objectOf(kind, fact, by === "nobody" ? who : null);
  return {
    created_at: isoTime(at),
    kind,
    by_kind: by,
    participant_id: by === "nobody" ? null : who,
    address,
    about,
    detail: about !== null && String(about.id) === what ? null : what,
    times: 1,
  };
}

function objectOf(kind: AuditKind, { what }: SecurityFact, triedAccount: number | null): AuditObject | null {
  if (triedAccount !== null) return { type: "participant", id: triedAccount };
  if (kind === "room.read-without-membership") return { type: "room", id: Number(what) };
  return kind.startsWith("account.") ? { type: "participant", id: Number(what) } : null;
}
