import { useTranslations } from "use-intl";
import { useOpening, useOpeningWords } from "./use-opening.ts";

/** HOURS-3: for administrators, the effect of the saved hours right now. */
export function OpeningNow() {
  const t = useTranslations("openingHours");
  const wordsOf = useOpeningWords();
  const opening = useOpening();
  if (opening === "open") return t("isOpen");
  return opening === null ? t("isClosed") : t("opens", wordsOf(opening));
}
