import type { Part } from "../../state/part.ts";
import type { TwoFactorCommands, TwoFactorEffects, TwoFactorEvents, TwoFactorState } from "./two-factor-shape.ts";
import { retryTwoFactor, twoFactorHandlers } from "./two-factor-state.ts";

/** The second factor of staff (SIGN-6, ACC-5). */
export const twoFactorPart: Part<TwoFactorState, TwoFactorEvents, TwoFactorEffects, TwoFactorCommands> = {
  initial: { twoFactor: null },
  commands: (dispatch) => ({ askFactor: dispatch }),
  handlers: twoFactorHandlers,
  retry: retryTwoFactor,
};
