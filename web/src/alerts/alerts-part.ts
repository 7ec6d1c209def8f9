import type { Part } from "../state/part.ts";
import { type AlertsEvents, type AlertsState, alertHandlers } from "../state/alerts/alerts-state.ts";

export const alertsPart: Part<AlertsState, AlertsEvents> = {
  initial: { alerts: [] },
  handlers: alertHandlers,
};
