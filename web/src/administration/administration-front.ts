import { paths } from "../navigation/paths.ts";
import type { PartFront } from "../part.ts";
import type { AdministrationCommands, AdministrationState } from "./administration-shape.ts";

export const administrationFront: PartFront<AdministrationState, AdministrationCommands> = {
  initial: { administration: null },
  commands: (dispatch) => ({
    administer: dispatch,
    findAccount: (search) => {
      dispatch({ type: "administration/people-asked", search, page: 1 });
      dispatch({ type: "address/asked", path: paths.admin });
    },
  }),
};
