import type { OwnMail } from "@cuplaj/protocol/mail.ts";
import type { CallError } from "../../state/entities.ts";
import type { Nothing } from "../../state/shape.ts";

declare module "../../state/shape.ts" {
  interface AppState extends MailState {}
  interface AppEvents extends MailEvents {}
  interface AppEffects extends MailEffects {}
}

/** The purpose of a link in an e-mail. */
export type LinkUse = "confirm" | "stop" | "open";

interface MailChange {
  readonly address?: string | null;
  readonly isWanted?: boolean;
}

export interface MailState {
  readonly mail: {
    /** Null until it has loaded; `none` if the installation sends no e-mail. */
    readonly own: OwnMail | null | "none";
    readonly isSaving: boolean;
    /** The failure of the last load or change. */
    readonly error: CallError | null;
    readonly link: {
      readonly phase: "waiting" | "busy" | "done" | "failed";
      readonly error: CallError | null;
      /** The confirmed address. */
      readonly address: string;
    };
  };
}

export interface MailEvents {
  "mail/asked": Nothing;
  "mail/loaded": { readonly own: OwnMail | null };
  "mail/failed": { readonly error: CallError };
  "mail/change-asked": MailChange;
  "mail/link-asked": { readonly use: LinkUse; readonly token: string };
  "mail/link-used": { readonly address: string };
  "mail/link-failed": { readonly error: CallError };
}

export interface MailEffects {
  "call-mail": Nothing;
  "call-change-mail": MailChange;
  "call-mail-link": { readonly use: LinkUse; readonly token: string };
}
