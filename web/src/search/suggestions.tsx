import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { activeIndex, panelGroups, type PanelKeys, type PanelOption } from "./panel-options.ts";
import { PanelList } from "./panel-list.tsx";
import { PanelNote } from "./panel-note.tsx";
import { ChosenFilters } from "./search-filters.tsx";
import styles from "./suggestions.module.css";
import type { Search } from "./search-shape.ts";
import { useChoose } from "./use-choose.ts";
import { useSwitcher } from "./use-switcher.ts";

interface SuggestionsProps {
  readonly ref: Ref<PanelKeys>;
  readonly search: Search;
  readonly listId: string;
  /** Learns the id of the option that Enter chooses. */
  readonly onActive: (id: string | undefined) => void;
}

/** What the panel offers below its field, and what the field's keys do with it (FIND-3a). */
export function Suggestions({ ref, search, listId, onActive }: SuggestionsProps) {
  const t = useTranslations("search");
  const { text } = search.input;
  const groups = panelGroups(useSwitcher(text), search);
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<Chosen>({ text, key: null });
  const active = activeIndex(options, chosen.text === text ? chosen.key : null, search);
  const choose = useChoose();
  useImperativeHandle(ref, () => (event) => {
    if (event.key === "Enter") choose(options[active] ?? allResults);
    else {
      const to = stepped(event, active, options);
      if (to === null) return false;
      setChosen({ text, key: options[to]?.key ?? null });
    }
    return true;
  });
  const activeId = active < 0 ? undefined : `${listId}-${active}`;
  useLayoutEffect(() => onActive(activeId), [activeId, onActive]);

  return (
    <>
      <ChosenFilters view="panel" input={search.input} />
      <div className={styles["scroller"]}>
        <PanelList id={listId} label={t("suggestions")} groups={groups} active={active} text={text} onChoose={choose} />
        <PanelNote search={search} isNone={options.length === 0} />
      </div>
      <p className={styles["keys"]} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t("hintMove")} · <kbd>Enter</kbd> {active < 0 ? t("hintAll") : t("hintOpen")} ·{" "}
        <kbd>Esc</kbd> {t("hintClose")}
      </p>
    </>
  );
}

/** The option gone to by arrows, while the text is the same. */
interface Chosen {
  readonly text: string;
  readonly key: string | null;
}

/** The option that an arrow leads to, round the ends; null for another key. FIND-3o */
function stepped({ key, altKey }: KeyboardEvent, active: number, options: readonly PanelOption[]): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || altKey || options.length === 0) return null;
  const isPastAll = options[0]?.kind === "all" || step < 0;
  const from = active < 0 && isPastAll ? 0 : active;
  return (from + step + options.length) % options.length;
}

const allResults: PanelOption = { key: "all", kind: "all" };
