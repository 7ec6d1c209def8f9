import { ChevronDown, X } from "lucide-react";
import { type ComponentPropsWithRef, Suspense, useState } from "react";
import { useTranslations, useLocale } from "use-intl";
import { Menu, MenuItem } from "../design/menu.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { useDispatch } from "../state/app-context.ts";
import styles from "./search-filters.module.css";
import type { SearchFilters as Filters, SearchInput, SearchView } from "../state/search/search-shape.ts";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";

const AuthorDialog = lateComponent(async () => (await import("./filter-dialogs.tsx")).AuthorDialog);
const DaysDialog = lateComponent(async () => (await import("./filter-dialogs.tsx")).DaysDialog);

interface FiltersProps {
  readonly view: SearchView;
  readonly input: SearchInput;
}

/** FIND-3j: each filter can be removed where it was chosen. */
export function SearchFilters({ view, input }: FiltersProps) {
  const t = useTranslations("search");
  const [dialog, setDialog] = useState<"author" | "days" | null>(null);
  const dispatch = useDispatch();
  const labels = useFilterLabels(input);
  const labelOf = (name: keyof Filters) => labels.find((label) => label.name === name);
  const choose = (filters: Partial<Filters>) => dispatch({ type: "search/filtered", view, filters });
  const close = () => setDialog(null);
  return (
    <div className={styles["chips"]} role="group" aria-label={t("filters")}>
      <FilterChip chosen={labelOf("author")} choose={choose} hasMenu onClick={() => setDialog("author")}>
        {t("by")}
      </FilterChip>
      {input.period ? (
        <FilterChip chosen={labelOf("period")} choose={choose} />
      ) : (
        <Menu
          align="start"
          button={
            <FilterChip choose={choose} hasMenu>
              {t("when")}
            </FilterChip>
          }
        >
          {(["today", "week", "month"] as const).map((kind) => (
            <MenuItem key={kind} label={t(kind)} onSelect={() => choose({ period: { kind } })} />
          ))}
          <MenuItem label={t("days")} onSelect={() => setDialog("days")} />
        </Menu>
      )}
      <FilterChip chosen={labelOf("hasFile")} choose={choose} onClick={() => choose({ hasFile: true })}>
        {t("hasFile")}
      </FilterChip>
      <Suspense fallback={null}>
        {dialog === "author" && <AuthorDialog onChoose={(author) => choose({ author })} onClose={close} />}
        {dialog === "days" && <DaysDialog onChoose={(period) => choose({ period })} onClose={close} />}
      </Suspense>
    </div>
  );
}

export function ChosenFilters({ view, input }: FiltersProps) {
  const t = useTranslations("search");
  const labels = useFilterLabels(input);
  const dispatch = useDispatch();
  return (
    labels.length > 0 && (
      <div className={styles["chips"]} role="group" aria-label={t("filters")}>
        {labels.map((label) => (
          <FilterChip
            key={label.name}
            chosen={label}
            choose={(filters) => dispatch({ type: "search/filtered", view, filters })}
          />
        ))}
      </div>
    )
  );
}

interface FilterChipProps extends Omit<ComponentPropsWithRef<"button">, "className" | "type"> {
  readonly chosen?: FilterLabel | undefined;
  readonly choose: (filters: Partial<Filters>) => void;
  readonly hasMenu?: boolean;
}

function FilterChip({ chosen, choose, hasMenu = false, children, ...native }: FilterChipProps) {
  const t = useTranslations("search");
  if (!chosen)
    return (
      <button {...native} type="button" className={styles["chip"]}>
        {children}
        {hasMenu && <ChevronDown size={14} aria-hidden="true" />}
      </button>
    );
  const { label, without } = chosen;
  const name = t("removeFilter", { filter: label });
  return (
    <button type="button" className={styles["chosen"]} aria-label={name} onClick={() => choose(without)}>
      <bdi>{label}</bdi>
      <X size={14} aria-hidden="true" />
    </button>
  );
}

interface FilterLabel {
  readonly name: keyof Filters;
  readonly label: string;
  readonly without: Partial<Filters>;
}

export function useFilterLabels({ author, period, hasFile }: Filters): readonly FilterLabel[] {
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
