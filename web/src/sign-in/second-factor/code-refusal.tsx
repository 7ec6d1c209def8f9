import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import { useTranslations } from "use-intl";
import { Wait, ErrorText } from "../../design/error-text.tsx";
import type { CallError } from "../../state/entities.ts";

interface CodeRefusalProps {
  readonly error: CallError;
  readonly isRecovery: boolean;
}

/** SIGN-6d: whoever waits longer has given too many wrong codes in an hour (TFA-2c), s. */
const longestUsualWait = 60;

/** Why a code was refused, in words; a recovery code has its own. */
export function CodeRefusal({ error, isRecovery }: CodeRefusalProps) {
  const t = useTranslations("twoFactor");
  if (error.code === "conflict") return t("changedMeanwhile");
  if (error.code === "too_many_requests" && (error.retryAfterSeconds ?? 0) > longestUsualWait)
    return <Wait error={error}>{(seconds) => t("closed", { minutes: Math.ceil(seconds / 60) })}</Wait>;
  const problem = problemOf(error);
  if (problem === null) return <ErrorText error={error} />;
  return isRecovery && problem === "wrong" ? t("recoveryWrong") : t(`problem.${problem}`);
}

const problems: readonly CodeProblem[] = ["wrong", "used", "expired"];

/** The problem that the server names; of a newer server any other is `wrong`. */
function problemOf({ code, details }: CallError): CodeProblem | null {
  if (code !== "second_factor_refused") return null;
  const named = typeof details === "object" && details !== null && "problem" in details ? details.problem : null;
  return problems.find((each) => each === named) ?? "wrong";
}
