import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import type { SearchFilters } from "./search-shape.ts";

/** A filter that stands, in words, and what removes it. */
export interface FilterLabel {
  readonly name: keyof SearchFilters;
  readonly label: string;
  readonly without: Partial<SearchFilters>;
}

/** The filters that stand. */
export function useFilterLabels({ author, period, hasFile }: SearchFilters): readonly FilterLabel[] {
  const t = useTranslations("search");
  const locale = useLocale();
  const day = (date: string): string => dateLabel(parseTimestamp(`${date}T12:00:00`), locale);
  const labels: FilterLabel[] = [];
  if (author) labels.push({ name: "author", label: t("byPerson", { name: author.name }), without: { author: null } });
  if (period) {
    const days =
      period.kind !== "days"
        ? [t(period.kind)]
        : [
            ...(period.from === null ? [] : [t("fromDay", { day: day(period.from) })]),
            ...(period.until === null ? [] : [t("untilDay", { day: day(period.until) })]),
          ];
    labels.push({ name: "period", label: days.join(" "), without: { period: null } });
  }
  if (hasFile) labels.push({ name: "hasFile", label: t("hasFile"), without: { hasFile: false } });
  return labels;
}
