import { useTranslations } from "use-intl";
import { useErrorText } from "../language/use-error-text.ts";
import type { CallError } from "../state/entities.ts";

/** Why a room could not be joined, and whether it will be by itself (ROOM-9). */
export function useJoinFailure(): (error: CallError) => string {
  const t = useTranslations("openOffer");
  const errorText = useErrorText();
  return (error) => {
    if (error.code === "not_found" || error.code === "invalid") return t("notFound");
    return isAway(error) ? t("comesBack") : errorText(error);
  };
}

const isAway = ({ code }: CallError): boolean => code === "offline" || code === "timeout" || code === "unavailable";
