import { useTranslations } from "use-intl";
import { isServerAway } from "../state/retries/may-pass.ts";
import { ErrorText } from "./error-text.tsx";
import type { CallError } from "../state/entities.ts";

export function JoinFailure({ error }: { readonly error: CallError }) {
  const t = useTranslations("openOffer");
  if (error.code === "not_found" || error.code === "invalid") return t("notFound");
  return isServerAway(error) ? t("comesBack") : <ErrorText error={error} />;
}
