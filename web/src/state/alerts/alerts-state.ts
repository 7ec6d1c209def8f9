import { alertDelayMs, alertRemoveMs } from "@cuplaj/protocol/limits.ts";
import type { Alert, AlertText } from "./alerts-shape.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change, type Handlers } from "../transition.ts";

/** Most alerts held at once; the oldest make room. */
const alertsMax = 5;

export interface NewAlert {
  readonly id: string;
  readonly type: Alert["type"];
  readonly text: AlertText;
  readonly action?: NonNullable<Alert["action"]>;
  readonly at?: NonNullable<Alert["at"]>;
  readonly delayMs?: number;
}

/** TOAST-1: shows an alert for its delay, 5000 ms by default. */
export function raiseAlert(state: AppState, { delayMs = alertDelayMs, ...raised }: NewAlert): Change {
  const { id } = raised;
  const alert: Alert = { ...raised, delayMs, phase: "shown" };
  const others = state.alerts.filter((each) => each.id !== id);
  return changed({ ...state, alerts: [...others, alert].slice(-alertsMax) }, [hideLater(alert)]);
}

/** The toasts (TOAST-1). */
export const alertHandlers: Handlers<
  "alerts/raised" | "alerts/hidden" | "alerts/removed" | "alerts/acted" | "alerts/held" | "alerts/released"
> = {
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
};

function hidden(state: AppState, { id }: { readonly id: string }): Change {
  const alerts = state.alerts.map((alert): Alert => (alert.id === id ? { ...alert, phase: "hiding" } : alert));
  return changed({ ...state, alerts }, [
    { type: "dispatch-later", key: timerKey(id), delayMs: alertRemoveMs, event: { type: "alerts/removed", id } },
  ]);
}

const timerKey = (id: string): string => `alert:${id}`;

const shown = (state: AppState, id: string): Alert | undefined =>
  state.alerts.find((alert) => alert.id === id && alert.phase === "shown");

const hideLater = ({ id, delayMs }: Alert): Effect => ({
  type: "dispatch-later",
  key: timerKey(id),
  delayMs,
  event: { type: "alerts/hidden", id },
});
