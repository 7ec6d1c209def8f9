import type { AuditKind } from "@cuplaj/protocol/audit.ts";
import { type Actor, actorValues } from "../kernel/actor.ts";
import type { StatementPool } from "../storage/named-statement.ts";

/** The security event's name after `account.` (SEC-6). */
export type AccountChange<Kind = AuditKind> = Kind extends `account.${infer Change}` ? Change : never;

/** Audits a change in its own transaction. Running servers log it, since a command is a separate process (SEC-6). */
export async function noteAccountChange(
  client: StatementPool,
  actor: Actor,
  change: AccountChange,
  id: number,
  detail: string | null = null,
): Promise<void> {
  const values = [change, id, detail, ...actorValues(actor)];
  await client.query("select note_account_change($1, $2, $3, $4, $5, $6)", values);
}
