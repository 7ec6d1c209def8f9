import type { Part } from "../state/part.ts";
import type {
  AdministrationCommands,
  AdministrationEffects,
  AdministrationEvents,
  AdministrationState,
} from "./administration-shape.ts";
import { administrationHandlers, retryAdministration } from "./administration-state.ts";
import { paths } from "../state/navigation/paths.ts";

/** Accounts, programs' tokens, the audit log and the installation, for who manages or sees them (ADM-7). */
export const administrationPart: Part<
  AdministrationState,
  AdministrationEvents,
  AdministrationEffects,
  AdministrationCommands
> = {
  initial: { administration: null },
  commands: (dispatch) => ({
    administer: dispatch,
    findAccount: (search) => {
      dispatch({ type: "administration/people-asked", search, page: 1 });
      dispatch({ type: "address/asked", path: paths.admin });
    },
  }),
  handlers: administrationHandlers,
  retry: retryAdministration,
};
