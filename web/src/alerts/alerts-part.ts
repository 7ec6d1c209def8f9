import type { Part } from "../state/part.ts";
import {
  type AlertsCommands,
  type AlertsEvents,
  type AlertsState,
  alertHandlers,
} from "../state/alerts/alerts-state.ts";

export const alertsPart: Part<AlertsState, AlertsEvents, object, AlertsCommands> = {
  initial: { alerts: [] },
  handlers: alertHandlers,
  commands: (dispatch) => ({
    raiseAlert: (alertType, text, delayMs) =>
      dispatch({ type: "alerts/raised", alertType, text, ...(delayMs === undefined ? {} : { delayMs }) }),
    dismissAlert: (id) => dispatch({ type: "alerts/hidden", id }),
    actOnAlert: (id) => dispatch({ type: "alerts/acted", id }),
    holdAlert: (id) => dispatch({ type: "alerts/held", id }),
    releaseAlert: (id) => dispatch({ type: "alerts/released", id }),
  }),
};
