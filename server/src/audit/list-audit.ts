import type { AuditEntry } from "@cuplaj/protocol/audit.ts";
import { auditCountedMax, auditEntriesPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { isMoment } from "../kernel/clock.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { usernameProblem } from "../participants/account-rules.ts";
import type { AccountStore } from "../participants/account-store.ts";
import type { AuditFilter, AuditStore } from "./store.ts";

export interface ListAuditParts {
  readonly audit: Pick<AuditStore, "list" | "count">;
  readonly accounts: Pick<AccountStore, "findId">;
}

/** AUD-3: a page of the audit log, newest first, for holders of `audit.view`. */
export async function listAudit(
  { audit, accounts }: ListAuditParts,
  caller: User,
  { page, username, ...asked }: AuditFilter & { readonly username?: string | undefined; readonly page: number },
): Promise<Outcome<{ entries: AuditEntry[]; total: number; page: number }>> {
  if (!hasPermission(caller.roles, "audit.view")) return refused("forbidden");
  for (const field of ["since", "until"] as const) {
    const moment = asked[field];
    if (moment !== undefined && !isMoment(moment)) return invalidField(field, "not_valid");
  }
  const named = username === undefined ? asked.person : await findNamed(accounts, username);
  if (named === null || (asked.person ?? named) !== named) return done({ entries: [], total: 0, page });
  const filter = { ...asked, person: named };
  const cut = { skip: auditEntriesPerPage * (page - 1), take: auditEntriesPerPage };
  const [entries, total] = await Promise.all([
    cut.skip < auditCountedMax ? audit.list(filter, cut) : [],
    audit.count(filter, auditCountedMax),
  ]);
  return done({ entries: [...entries], total, page });
}

const findNamed = async (accounts: ListAuditParts["accounts"], username: string): Promise<number | null> =>
  usernameProblem(username) === null ? await accounts.findId(username) : null;
