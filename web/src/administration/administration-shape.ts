import type { AccessKind, Installation, ListedToken, ManagedAccount } from "@cuplaj/protocol/admin.ts";
import type { AuditEntry, AuditKind } from "@cuplaj/protocol/audit.ts";
import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Nothing } from "../state/shape.ts";
import type { CallError } from "../state/entities.ts";

declare module "../state/shape.ts" {
  interface AppState extends AdministrationState {}
  interface AppEvents extends AdministrationEvents {}
  interface AppEffects extends AdministrationEffects {}
}

export type Section = "people" | "tokens" | "hours" | "audit" | "installation";

export interface Loading {
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
}

/** Filters audit entries by person (id or user name of the actor or the person concerned), kind, and earliest moment (ISO 8601). */
interface AuditQuestion {
  readonly person?: number;
  readonly username?: string;
  readonly kind?: AuditKind;
  readonly since?: string;
}

export interface AuditPerson {
  readonly id: number;
  readonly name: string;
}

interface LoadedPage<Row, Question> {
  readonly question: Question;
  readonly list: readonly Row[];
  readonly total: number;
  readonly page: number;
}

/** The opening hours as edited, possibly incomplete. They are remembered while the shop is chosen to be always open. */
export interface EditedHours {
  readonly isAlwaysOpen: boolean;
  readonly hours: OpeningHours;
}

export type AskedChange =
  | {
      readonly kind: "add";
      readonly type: ParticipantKind;
      readonly role: string;
      readonly name: string;
      readonly username: string;
      readonly access: AccessKind;
    }
  /** Omitted fields stay unchanged (ADM-3). */
  | { readonly kind: "rename"; readonly accountId: number; readonly name?: string; readonly username?: string }
  | { readonly kind: "mail"; readonly accountId: number; readonly address: string | null }
  | { readonly kind: "role"; readonly accountId: number; readonly role: string }
  | { readonly kind: "disable" | "enable" | "sign-out" | "reset-two-factor" | AccessKind; readonly accountId: number }
  | { readonly kind: "add-token"; readonly username: string; readonly program: string }
  | { readonly kind: "end-token"; readonly tokenId: number }
  /** Null means always open. */
  | { readonly kind: "hours"; readonly hours: OpeningHours | null; readonly edited: EditedHours };

/** The account after a change, and a secret shown once. */
export interface Changed {
  readonly account: ManagedAccount | null;
  readonly secret: string | null;
  /** Tokens created by the account that was just signed out (ADM-4a). */
  readonly tokens: readonly ListedToken[];
}

export interface AskedAndDone extends Omit<Changed, "account"> {
  readonly asked: AskedChange;
  readonly phase: "busy" | "failed" | "done";
  readonly error: CallError | null;
}

type StoredHours = { readonly hours: OpeningHours | null };

export interface Administration {
  readonly people: Loading & LoadedPage<ManagedAccount, string>;
  readonly tokens: Loading & { readonly list: readonly ListedToken[] };
  readonly audit: Loading & LoadedPage<AuditEntry, AuditQuestion>;
  readonly installation: Loading & { readonly value: Installation | null };
  /** `edited` is null if nothing is unsaved (HOURS-3). */
  readonly hours: Loading & { readonly value: StoredHours | null; readonly edited: EditedHours | null };
  readonly change: AskedAndDone | null;
  readonly proof: { readonly isBusy: boolean; readonly error: CallError | null; readonly needsCode: boolean };
}

export interface AdministrationState {
  readonly administration: Administration;
}

type AskedPeople = { readonly search: string; readonly page: number };
type AskedAudit = { readonly question: AuditQuestion; readonly page: number };
type TypedProof = { readonly password: string; readonly code: string };

export interface AdministrationEvents {
  "administration/people-asked": AskedPeople;
  "administration/people-loaded": LoadedPage<ManagedAccount, string>;
  "administration/tokens-asked": Nothing;
  "administration/tokens-loaded": { readonly list: readonly ListedToken[] };
  "administration/audit-asked": AskedAudit;
  "administration/audit-loaded": LoadedPage<AuditEntry, AuditQuestion>;
  "administration/installation-asked": Nothing;
  "administration/installation-loaded": { readonly value: Installation };
  "administration/hours-asked": Nothing;
  "administration/hours-loaded": { readonly value: StoredHours };
  "administration/hours-edited": { readonly edited: EditedHours | null };
  "administration/load-failed": { readonly section: Section; readonly error: CallError };
  "administration/change-asked": { readonly asked: AskedChange };
  "administration/changed": Changed & { readonly asked: AskedChange };
  "administration/change-failed": { readonly asked: AskedChange; readonly error: CallError };
  "administration/proof-asked": TypedProof;
  "administration/proven": Nothing;
  "administration/proof-failed": { readonly error: CallError };
  "administration/change-read": Nothing;
}

export interface AdministrationEffects {
  "call-people": AskedPeople;
  "call-tokens": Nothing;
  "call-audit": AskedAudit;
  "call-installation": Nothing;
  "call-hours": Nothing;
  "call-change": { readonly asked: AskedChange };
  "call-proof": TypedProof;
}
