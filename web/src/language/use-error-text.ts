import { useTranslations } from "use-intl";
import type { CallError } from "../state/entities.ts";

/** Says a failed call in the language on screen: our own sentence, so that it follows a switch of language. */
export function useErrorText(): (error: CallError) => string {
  const t = useTranslations("errors");
  return ({ code, retryAfterSeconds }) =>
    code === "too_many_requests" && retryAfterSeconds !== null
      ? t("waitSeconds", { seconds: retryAfterSeconds })
      : t(code);
}
