import { useTranslations } from "use-intl";
import type { CallError } from "../state/entities.ts";

/** A failed call in the language on screen: a sentence of ours, so that it follows a switch of language. */
export function useErrorText(): (error: CallError) => string {
  const t = useTranslations("errors");
  return ({ code, retryAfterSeconds }) =>
    code === "too_many_requests" && retryAfterSeconds !== null
      ? t("waitSeconds", { seconds: retryAfterSeconds })
      : t(code);
}
