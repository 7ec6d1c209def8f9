import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { ChevronDown, X } from "lucide-react";
import { type ComponentPropsWithRef, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import menu from "../design/menu.module.css";
import { lateComponent } from "../platform/late-component.ts";
import { useCommands } from "../state/app-context.ts";
import styles from "./search-filters.module.css";
import type { SearchFilters as Filters, SearchInput, SearchView } from "./search-shape.ts";
import { useFilterLabels } from "./use-filter-labels.ts";

const AuthorDialog = lateComponent(async () => (await import("./author-dialog.tsx")).AuthorDialog);
const DaysDialog = lateComponent(async () => (await import("./days-dialog.tsx")).DaysDialog);

interface FiltersProps {
  readonly view: SearchView;
  readonly input: SearchInput;
}

/** What narrows the results to messages (FIND-3i): each filter is chosen, or stands there and can be removed. */
export function SearchFilters({ view, input }: FiltersProps) {
  const t = useTranslations("search");
  const [dialog, setDialog] = useState<"author" | "days" | null>(null);
  const { filterSearch } = useCommands();
  const choose = (filters: Partial<Filters>) => filterSearch(view, filters);
  const close = () => setDialog(null);
  return (
    <div className={styles["chips"]} role="group" aria-label={t("filters")}>
      <ChosenChips view={view} input={input} />
      {input.author === null && (
        <Chip hasMenu onClick={() => setDialog("author")}>
          {t("by")}
        </Chip>
      )}
      {input.period === null && (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <Chip hasMenu>{t("when")}</Chip>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content className={menu["menu"]} align="start" sideOffset={4} collisionPadding={8}>
            {(["today", "week", "month"] as const).map((kind) => (
              <DropdownMenu.Item key={kind} className={menu["item"]} onSelect={() => choose({ period: { kind } })}>
                {t(kind)}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className={menu["item"]} onSelect={() => setDialog("days")}>
              {t("days")}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Root>
      )}
      {!input.hasFile && <Chip onClick={() => choose({ hasFile: true })}>{t("hasFile")}</Chip>}
      <Suspense fallback={null}>
        {dialog === "author" && <AuthorDialog onChoose={(author) => choose({ author })} onClose={close} />}
        {dialog === "days" && <DaysDialog onChoose={(period) => choose({ period })} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The filters that stand, where none are chosen. */
export function ChosenFilters({ view, input }: FiltersProps) {
  const t = useTranslations("search");
  const isAny = useFilterLabels(input).length > 0;
  return (
    isAny && (
      <div className={styles["chips"]} role="group" aria-label={t("filters")}>
        <ChosenChips view={view} input={input} />
      </div>
    )
  );
}

function ChosenChips({ view, input }: FiltersProps) {
  const t = useTranslations("search");
  const labels = useFilterLabels(input);
  const { filterSearch } = useCommands();
  return labels.map(({ label, without }) => (
    <button
      key={label}
      type="button"
      className={styles["chosen"]}
      aria-label={t("removeFilter", { filter: label })}
      onClick={() => filterSearch(view, without)}
    >
      <bdi>{label}</bdi>
      <X size={14} aria-hidden="true" />
    </button>
  ));
}

interface ChipProps extends Omit<ComponentPropsWithRef<"button">, "className" | "type"> {
  readonly hasMenu?: boolean;
}

function Chip({ hasMenu = false, children, ...native }: ChipProps) {
  return (
    <button {...native} type="button" className={styles["chip"]}>
      {children}
      {hasMenu && <ChevronDown size={14} aria-hidden="true" />}
    </button>
  );
}
