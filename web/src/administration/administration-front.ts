import type { PartFront } from "../part.ts";
import type { AdministrationCommands, AdministrationState } from "./administration-shape.ts";

export const administrationFront: PartFront<AdministrationState, AdministrationCommands> = {
  initial: { administration: null },
  commands: (dispatch) => ({ administer: dispatch }),
};
