import { useTranslations } from "use-intl";
import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import { useErrorText } from "../language/use-error-text.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { CallError } from "../state/entities.ts";
import type { AskedFactor, TwoFactor } from "./two-factor-shape.ts";
import { beginning } from "./two-factor-state.ts";

/** What there is of the second factor, and how something is asked of it. */
export function useFactor() {
  const { askFactor } = useCommands();
  const shown: TwoFactor = useAppState((state) => state.twoFactor ?? beginning);
  return {
    shown,
    ask: (asked: AskedFactor) => askFactor({ type: "two-factor/asked", asked }),
    isBusy: (kind: AskedFactor["kind"]): boolean => shown.phase === "busy" && shown.asked === kind,
    /** Why that was refused. */
    errorOf: (kind: AskedFactor["kind"]): CallError | null => (shown.asked === kind ? shown.error : null),
  };
}

/** SIGN-6d: whoever waits longer has given too many wrong codes in an hour (TFA-2c), s. */
const longestUsualWait = 60;

/** Why a code was refused, in words; a recovery code has its own. */
export function useCodeProblem(): (error: CallError, isRecovery: boolean) => string {
  const t = useTranslations("twoFactor");
  const errorText = useErrorText();
  return (error, isRecovery) => {
    if (error.code === "conflict") return t("changedMeanwhile");
    const waitSeconds = error.code === "too_many_requests" ? (error.retryAfterSeconds ?? 0) : 0;
    if (waitSeconds > longestUsualWait) return t("closed", { minutes: Math.ceil(waitSeconds / 60) });
    const problem = problemOf(error);
    if (problem === null) return errorText(error);
    return isRecovery && problem === "wrong" ? t("recoveryWrong") : t(`problem.${problem}`);
  };
}

const problems: readonly CodeProblem[] = ["wrong", "used", "expired"];

/** The problem that the server names; of a newer server any other is `wrong`. */
function problemOf({ code, details }: CallError): CodeProblem | null {
  if (code !== "second_factor_refused") return null;
  const named = typeof details === "object" && details !== null && "problem" in details ? details.problem : null;
  return problems.find((each) => each === named) ?? "wrong";
}
