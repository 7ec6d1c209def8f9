import type { PendingMessage } from "../entities.ts";
import type { AlertKeys } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends AlertsState {}
  interface AppEvents extends AlertsEvents {}
  interface Commands extends AlertsCommands {}
  interface AlertKeys {
    "alerts.copied": true;
    "alerts.messageNotSent": true;
    "alerts.workerFailed": true;
  }
}

/** What an alert says: a sentence of ours with what it ends in, or the server's own. */
export type AlertText =
  | {
      readonly kind: "key";
      readonly key: AlertKey;
      readonly quote?: string;
      /** The specification's words, for whoever looks into it. */
      readonly details?: string;
      /** Whose doing it is. */
      readonly name?: string;
      /** How many it is about. */
      readonly count?: number;
      /** The offer of the alert's room. */
      readonly offerNumber?: number;
      /** The message in question, where nothing else shows it: the alert can copy and delete it (SEND-5). */
      readonly unsent?: Pick<PendingMessage, "roomId" | "clientId">;
    }
  | { readonly kind: "text"; readonly text: string };

/** Our own sentences for alerts, by their key in the words. */
export type AlertKey = keyof AlertKeys;

/** Where in the window something was pressed with a mouse, px from its left and top. */
export interface PressPoint {
  readonly x: number;
  readonly y: number;
  readonly half: "upper" | "lower";
}

/** A toast (TOAST-1): shown for `delayMs`, then hiding for a second, then gone. */
export interface Alert {
  readonly id: string;
  readonly type: "success" | "danger";
  readonly text: AlertText;
  /** The action's label. A press hides the alert and sends `alerts/acted` with its id to the raising slice. */
  readonly action?: "undo" | "open";
  /** LOOK-5: where the press was that it is about, as far as that is known to the raising slice. */
  readonly at?: PressPoint;
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
  /** Performs an alert's action, hides it. */
  readonly actOnAlert: (id: string) => void;
  /** Holds an alert while the pointer or the focus is on it, then releases it. */
  readonly holdAlert: (id: string) => void;
  readonly releaseAlert: (id: string) => void;
}
