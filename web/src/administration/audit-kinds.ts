import type { AuditEntry, AuditKind } from "@cuplaj/protocol/audit.ts";
import { useTranslations } from "use-intl";
import { useRoleLabel } from "./controls.tsx";

/** The kinds in display order. A missing one is a compile error. */
const all: Readonly<Record<AuditKind, true>> = {
  "sign-in.succeeded": true,
  "sign-in.begun": true,
  "sign-in.failed": true,
  "session.ended": true,
  "limit.met": true,
  "access.refused": true,
  "room.read-without-membership": true,
  "file.infected": true,
  "account.added": true,
  "account.disabled": true,
  "account.enabled": true,
  "account.renamed": true,
  "account.invited": true,
  "account.password-changed": true,
  "account.signed-out": true,
  "account.two-factor-set": true,
  "account.two-factor-removed": true,
  "account.recovery-renewed": true,
  "account.role-changed": true,
  "account.mail-changed": true,
  "account.mail-bounced": true,
  "account.token-added": true,
  "account.token-revoked": true,
  "account.exported": true,
  "account.erased": true,
  "mail.refused": true,
  "offer.stored": true,
  "offer.decided-for": true,
  "role.changed": true,
  "backup.made": true,
  "backup.restored": true,
};

const isKind = (name: string): name is AuditKind => Object.hasOwn(all, name);
export const auditKinds: readonly AuditKind[] = Object.keys(all).filter(isKind);

export function useAuditKind(): (kind: AuditKind) => string {
  const t = useTranslations("administration.audit.kinds");
  return (kind) => (isKind(kind) ? t(kind) : kind);
}

const signIns = ["main", "erp", "embed", "invitation", "changePassword", "device", "logout"] as const;
const factors = ["two-factor", "two-factor code", "two-factor recovery-code", "two-factor set-up"] as const;
const ways = [...signIns, ...factors];
const ofVersion = /^(?:(accept|decline), )?version (\d+)$/;

/** ADM-7h: describes an entry's detail in words; limits, calls and anything unknown appear by name. */
export function useAuditDetail(): (entry: AuditEntry) => string | null {
  const t = useTranslations("administration.audit.details");
  const roleLabel = useRoleLabel();
  return ({ kind, detail }) => {
    if (detail === null) return null;
    if (kind === "account.role-changed" || kind === "account.added") return roleLabel([detail]);
    const [, deed = "", version] = ofVersion.exec(detail) ?? [];
    if (version !== undefined) return t("version", { deed, version });
    const way = ways.find((each) => each === detail);
    return way === undefined ? detail : t(way);
  };
}
