import type { PartFront } from "../part.ts";
import type { TwoFactorCommands, TwoFactorState } from "./two-factor-shape.ts";

export const twoFactorFront: PartFront<TwoFactorState, TwoFactorCommands> = {
  initial: { twoFactor: null },
  commands: (dispatch) => ({ askFactor: dispatch }),
};
