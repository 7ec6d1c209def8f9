import { useAppState, useDispatch } from "../../state/app-context.ts";
import type { CallError } from "../../state/entities.ts";
import { type AskedFactor, type TwoFactor, beginning } from "./two-factor-part.ts";

export function useFactor() {
  const dispatch = useDispatch();
  const shown: TwoFactor = useAppState((state) => state.twoFactor ?? beginning);
  return {
    shown,
    ask: (asked: AskedFactor) => dispatch({ type: "two-factor/asked", asked }),
    isBusy: (kind: AskedFactor["kind"]): boolean => shown.phase === "busy" && shown.asked === kind,
    errorOf: (kind: AskedFactor["kind"]): CallError | null => (shown.asked === kind ? shown.error : null),
  };
}
