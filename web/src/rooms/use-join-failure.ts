import { useTranslations } from "use-intl";
import { useErrorText } from "../language/use-error-text.ts";
import { isServerAway } from "../retries/may-pass.ts";
import type { CallError } from "../state/entities.ts";

/** Why a room could not be joined, and whether it will be by itself (ROOM-9). */
export function useJoinFailure(): (error: CallError) => string {
  const t = useTranslations("openOffer");
  const errorText = useErrorText();
  return (error) => {
    if (error.code === "not_found" || error.code === "invalid") return t("notFound");
    return isServerAway(error) ? t("comesBack") : errorText(error);
  };
}
