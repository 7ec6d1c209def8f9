import type { AccessKind, Installation, ListedToken, ManagedAccount } from "@cuplaj/protocol/admin.ts";
import type { AuditEntry, AuditKind } from "@cuplaj/protocol/audit.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { AppEvent, Nothing } from "../state/shape.ts";
import type { CallError } from "../state/entities.ts";

declare module "../state/shape.ts" {
  interface AppState extends AdministrationState {}
  interface AppEvents extends AdministrationEvents {}
  interface AppEffects extends AdministrationEffects {}
  interface Commands extends AdministrationCommands {}
}

/** What the page of administration shows, one at a time. */
export type Section = "people" | "tokens" | "audit" | "installation";

interface Loading {
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
}

/** Entries that are wanted: who acted or whom it is about, by id or user name, of a kind, from a moment on (ISO 8601). */
export interface AuditQuestion {
  readonly person?: number;
  readonly username?: string;
  readonly kind?: AuditKind;
  readonly since?: string;
}

/** Whom the entries are to be about. */
export interface AuditPerson {
  readonly id: number;
  readonly name: string;
}

/** Pages of a list, the last that has come, for what was asked. */
interface Pages<Row, Question> extends Loading {
  readonly question: Question;
  readonly list: readonly Row[];
  readonly total: number;
  readonly page: number;
}

/** What somebody wants changed. */
export type AskedChange =
  | {
      readonly kind: "add";
      readonly type: ParticipantKind;
      readonly role: string;
      readonly name: string;
      readonly username: string;
      readonly access: AccessKind;
    }
  /** What is not named stays (ADM-3). */
  | { readonly kind: "rename"; readonly accountId: number; readonly name?: string; readonly username?: string }
  | { readonly kind: "role"; readonly accountId: number; readonly role: string }
  | { readonly kind: "disable" | "enable" | "sign-out" | "reset-two-factor" | AccessKind; readonly accountId: number }
  | { readonly kind: "add-token"; readonly username: string; readonly program: string }
  | { readonly kind: "end-token"; readonly tokenId: number };

/** What became of a change: the account since then, and what is told once. */
export interface Changed {
  readonly account: ManagedAccount | null;
  readonly secret: string | null;
  /** Of who was signed out, the tokens that they made (ADM-4a). */
  readonly tokens: readonly ListedToken[];
}

export interface AskedAndDone {
  readonly asked: AskedChange;
  readonly phase: "busy" | "failed" | "done";
  readonly error: CallError | null;
  readonly secret: string | null;
  readonly tokens: Changed["tokens"];
}

/** The password that the last change needs (ADM-7g). */
interface Proof {
  readonly isBusy: boolean;
  readonly error: CallError | null;
  /** The server asked for a code as well. */
  readonly needsCode: boolean;
}

export interface Administration {
  readonly people: Pages<ManagedAccount, string>;
  readonly tokens: Loading & { readonly list: readonly ListedToken[] };
  readonly audit: Pages<AuditEntry, AuditQuestion>;
  readonly installation: Loading & { readonly value: Installation | null };
  /** The last change that was asked for, until what came of it was read. */
  readonly change: AskedAndDone | null;
  readonly proof: Proof;
}

export interface AdministrationState {
  /** Null before somebody has opened the page. */
  readonly administration: Administration | null;
}

export interface AdministrationEvents {
  "administration/people-asked": { readonly search: string; readonly page: number };
  "administration/people-loaded": Pick<Administration["people"], "question" | "list" | "total" | "page">;
  "administration/tokens-asked": Nothing;
  "administration/tokens-loaded": { readonly list: readonly ListedToken[] };
  "administration/audit-asked": { readonly question: AuditQuestion; readonly page: number };
  "administration/audit-loaded": Pick<Administration["audit"], "question" | "list" | "total" | "page">;
  "administration/installation-asked": Nothing;
  "administration/installation-loaded": { readonly value: Installation };
  "administration/load-failed": { readonly section: Section; readonly error: CallError };
  "administration/change-asked": { readonly asked: AskedChange };
  "administration/changed": Changed & Pick<AskedAndDone, "asked">;
  "administration/change-failed": { readonly asked: AskedChange; readonly error: CallError };
  "administration/proof-asked": { readonly password: string; readonly code: string };
  "administration/proven": Nothing;
  "administration/proof-failed": { readonly error: CallError };
  /** What came of the last change was read. */
  "administration/change-read": Nothing;
}

export interface AdministrationEffects {
  "call-people": { readonly search: string; readonly page: number };
  "call-tokens": Nothing;
  "call-audit": { readonly question: AuditQuestion; readonly page: number };
  "call-installation": Nothing;
  "call-change": { readonly asked: AskedChange };
  "call-proof": { readonly password: string; readonly code: string };
}

export interface AdministrationCommands {
  readonly administer: (wish: AppEvent<keyof AdministrationEvents>) => void;
  /** Opens the page of administration with the accounts that a text finds. */
  readonly findAccount: (search: string) => void;
}
