import { useLocale, useTranslations } from "use-intl";
import { dayLabel } from "../language/time-label.ts";
import { useToday } from "../platform/today.ts";

/** The words for the day of a time, ms since the epoch: "azi", "ieri", "luni, 3 martie". */
export function useDayLabel(at: number): string {
  const t = useTranslations("messages");
  return dayLabel(at, useToday(), useLocale(), { today: t("today"), yesterday: t("yesterday") });
}
