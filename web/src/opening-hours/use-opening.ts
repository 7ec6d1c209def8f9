import { useLocale, useTranslations } from "use-intl";
import { hourLabel, longDateLabel, weekdayLabel } from "../language/time-label.ts";
import { dayNumber, useMinute, useToday } from "../platform/today.ts";
import { useAppState } from "../state/app-context.ts";
import { type Opening, openingAt } from "../state/opening-hours.ts";
import { me } from "../state/selectors.ts";

/** Changes by itself when the shop opens or closes. */
export function useOpening(): Opening {
  const hours = useAppState(({ settings }) => settings?.hours ?? null);
  const minute = useMinute();
  return hours === null ? "open" : openingAt(hours, minute);
}

/** HOURS-2: what customers are told; for staff the shop is always open. */
export function useShownOpening(): Opening {
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const opening = useOpening();
  return isCustomer ? opening : "open";
}

/** "mâine" and "8:00", in this device's time zone. */
export function useOpeningWords(): (opensAt: number) => { readonly day: string; readonly time: string } {
  const t = useTranslations("openingHours.day");
  const locale = useLocale();
  const today = dayNumber(useToday());
  function dayOf(opensAt: number): string {
    const ahead = dayNumber(opensAt) - today;
    if (ahead <= 0) return t("today");
    if (ahead === 1) return t("tomorrow");
    return ahead < 7
      ? t("weekday", { day: weekdayLabel(opensAt, locale) })
      : t("date", { day: longDateLabel(opensAt, locale) });
  }
  return (opensAt) => ({ day: dayOf(opensAt), time: hourLabel(opensAt, locale) });
}
