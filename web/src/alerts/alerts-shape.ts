import type { PendingMessage } from "../state/entities.ts";
import type { AlertKeys } from "../state/shape.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends AlertsState {}
  interface AppEvents extends AlertsEvents {}
  interface Commands extends AlertsCommands {}
  interface Words extends AlertsWords {}
  interface AlertKeys {
    "alerts.copied": true;
    "alerts.messageNotSent": true;
  }
}
type AlertsWords = typeof ro;

/** What an alert says: one of our sentences, with what it ends in, or a server's own. */
export type AlertText =
  | {
      readonly kind: "key";
      readonly key: AlertKey;
      readonly quote?: string;
      /** The offer whose room it is about. */
      readonly offerNumber?: number;
      /** The message that it is about, where nothing else shows it: it can be copied and deleted there (SEND-5). */
      readonly unsent?: Pick<PendingMessage, "roomId" | "clientId">;
    }
  | { readonly kind: "text"; readonly text: string };

/** Our own sentences for alerts, by where they stand among the words. */
export type AlertKey = keyof AlertKeys;

/** A toast (TOAST-1): shown for `delayMs`, then hiding for a second, then gone. */
export interface Alert {
  readonly id: string;
  readonly type: "success" | "danger";
  readonly text: AlertText;
  /** What one press can do about it: its label. `alerts/acted` tells whoever raised the alert, by its id, and hides it. */
  readonly action?: "undo";
  readonly delayMs: number;
  readonly phase: "shown" | "hiding";
}

export interface AlertsState {
  readonly alerts: readonly Alert[];
}

export interface AlertsEvents {
  "alerts/raised": {
    readonly alertType: Alert["type"];
    readonly text: AlertText;
    readonly delayMs?: number;
  };
  "alerts/hidden": { readonly id: string };
  "alerts/removed": { readonly id: string };
  /** Its action was pressed. */
  "alerts/acted": { readonly id: string };
  "alerts/held": { readonly id: string };
  "alerts/released": { readonly id: string };
}

export interface AlertsCommands {
  readonly raiseAlert: (type: Alert["type"], text: AlertText, delayMs?: number) => void;
  readonly dismissAlert: (id: string) => void;
  /** Does what an alert offers, and hides it. */
  readonly actOnAlert: (id: string) => void;
  /** Keeps an alert while the pointer or the focus is on it, and lets it go afterwards. */
  readonly holdAlert: (id: string) => void;
  readonly releaseAlert: (id: string) => void;
}
