import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import type { SearchFilters } from "./search-shape.ts";

/** The filters that stand, in words, and what removes each. */
export function useFilterLabels({
  author,
  period,
  hasFile,
}: SearchFilters): readonly { readonly label: string; readonly without: Partial<SearchFilters> }[] {
  const t = useTranslations("search");
  const locale = useLocale();
  const day = (date: string): string => dateLabel(parseTimestamp(`${date}T12:00:00`), locale);
  const labels: { label: string; without: Partial<SearchFilters> }[] = [];
  if (author) labels.push({ label: t("byPerson", { name: author.name }), without: { author: null } });
  if (period) {
    const days =
      period.kind !== "days"
        ? [t(period.kind)]
        : [
            ...(period.from === null ? [] : [t("fromDay", { day: day(period.from) })]),
            ...(period.until === null ? [] : [t("untilDay", { day: day(period.until) })]),
          ];
    labels.push({ label: days.join(" "), without: { period: null } });
  }
  if (hasFile) labels.push({ label: t("hasFile"), without: { hasFile: false } });
  return labels;
}
