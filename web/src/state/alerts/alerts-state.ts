import { alertDelayMs, alertRemoveMs } from "@cuplaj/protocol/limits.ts";
import type { AppState, Effect, AlertKeys } from "../shape.ts";
import { changed, type Change, type Handlers, dispatchLater } from "../transition.ts";
import type { PendingMessage } from "../entities.ts";
import type { RoomTitle } from "../rooms/room-title.ts";

declare module "../shape.ts" {
  interface AppState extends AlertsState {}
  interface AppEvents extends AlertsEvents {}
  interface AlertKeys extends Record<`alerts.${"codeMissing" | "copied" | "messageNotSent" | "workerFailed"}`, true> {}
}

export type AlertText =
  | {
      readonly kind: "key";
      readonly key: AlertKey;
      readonly quote?: string;
      readonly details?: string;
      readonly name?: string;
      readonly count?: number;
      readonly room?: RoomTitle | undefined;
      /** The failed message, which the alert can copy and delete (SEND-5). */
      readonly unsent?: Pick<PendingMessage, "roomId" | "clientId">;
    }
  | { readonly kind: "text"; readonly text: string };

export type AlertKey = keyof AlertKeys;

export interface PressPoint {
  readonly x: number;
  readonly y: number;
  readonly half: "upper" | "lower";
}

/** A toast (TOAST-1): shown for `delayMs`, then hiding for a second, then removed. */
export interface Alert {
  readonly id: string;
  readonly type: "success" | "danger";
  readonly text: AlertText;
  /** Pressing the action hides the alert and dispatches `alerts/acted` with its id. */
  readonly action?: "undo" | "open";
  readonly at?: PressPoint;
  readonly delayMs: number;
  readonly phase: "shown" | "hiding";
}

export interface AlertsState {
  readonly alerts: readonly Alert[];
}

export interface AlertsEvents {
  "alerts/raised": { readonly alertType: Alert["type"]; readonly text: AlertText; readonly delayMs?: number };
  "alerts/hidden": { readonly id: string };
  "alerts/removed": { readonly id: string };
  "alerts/acted": { readonly id: string };
  "alerts/held": { readonly id: string };
  "alerts/released": { readonly id: string };
}

const alertsMax = 5;

export type NewAlert = Omit<Alert, "delayMs" | "phase"> & Partial<Pick<Alert, "delayMs">>;

export function raiseAlert(state: AppState, { delayMs = alertDelayMs, ...raised }: NewAlert): Change {
  const { id } = raised;
  const alert: Alert = { ...raised, delayMs, phase: "shown" };
  const others = state.alerts.filter((each) => each.id !== id);
  return changed({ ...state, alerts: [...others, alert].slice(-alertsMax) }, [hideLater(alert)]);
}

export const alertHandlers = {
  "alerts/raised": (state, { alertType, text, delayMs }, { newId }) =>
    raiseAlert(state, { id: newId(), type: alertType, text, ...(delayMs === undefined ? {} : { delayMs }) }),

  "alerts/hidden": hidden,
  "alerts/acted": hidden,
  "alerts/removed": (state, { id }) => changed({ ...state, alerts: state.alerts.filter((alert) => alert.id !== id) }),

  "alerts/held": (state, { id }) =>
    changed(state, shown(state, id) ? [{ type: "cancel-later", key: timerKey(id) }] : []),

  "alerts/released": (state, { id }) => {
    const alert = shown(state, id);
    return changed(state, alert ? [hideLater(alert)] : []);
  },
} satisfies Partial<Handlers>;

function hidden(state: AppState, { id }: { readonly id: string }): Change {
  const alerts = state.alerts.map((alert): Alert => (alert.id === id ? { ...alert, phase: "hiding" } : alert));
  return changed({ ...state, alerts }, [dispatchLater(timerKey(id), alertRemoveMs, { type: "alerts/removed", id })]);
}

const timerKey = (id: string): string => `alert:${id}`;

const shown = (state: AppState, id: string): Alert | undefined =>
  state.alerts.find((alert) => alert.id === id && alert.phase === "shown");

const hideLater = ({ id, delayMs }: Alert): Effect =>
  dispatchLater(timerKey(id), delayMs, { type: "alerts/hidden", id });
