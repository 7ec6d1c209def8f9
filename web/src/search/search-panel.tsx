import { ArrowLeft, Search as Glass, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useBackToClose } from "../platform/use-back-to-close.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { activeIndex, panelGroups, type PanelOption } from "./panel-options.ts";
import { PanelList } from "./panel-list.tsx";
import { PanelNote } from "./panel-note.tsx";
import { ChosenFilters } from "./search-filters.tsx";
import styles from "./search-panel.module.css";
import type { Search } from "./search-shape.ts";
import { useChoose } from "./use-choose.ts";
import { useSwitcher } from "./use-switcher.ts";

/** FIND-3a, FIND-3k: one field for rooms of the page and, from 3 characters on, for whatever the server finds. */
export function SearchPanel() {
  const t = useTranslations();
  const search = useAppState(({ searchPanel }) => searchPanel);
  const { closeSearch } = useCommands();
  useBackToClose(closeSearch);
  return (
    <Dialog title={t("search.title")} closeLabel={t("app.close")} isPanel onClose={closeSearch}>
      {search && <Panel search={search} />}
    </Dialog>
  );
}

function Panel({ search }: { readonly search: Search }) {
  const t = useTranslations("search");
  const { text } = search.input;
  const listId = useId();
  const groups = panelGroups(useSwitcher(text), search);
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = activeIndex(options, chosen, search);
  const choose = useChoose();
  const idOf = (index: number): string => `${listId}-${index}`;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") choose(options[active] ?? allResults);
    else if (isOwnKey(event)) event.currentTarget.select();
    else {
      const to = stepped(event, active, options.length);
      if (to === null) return;
      setChosen(options[to]?.key ?? null);
    }
    event.preventDefault();
  }

  return (
    <div className={styles["panel"]}>
      <PanelField
        text={text}
        listId={listId}
        activeId={active < 0 ? undefined : idOf(active)}
        onKeyDown={onKeyDown}
        onType={() => setChosen(null)}
      />
      <ChosenFilters view="panel" input={search.input} />
      <div className={styles["scroller"]}>
        <PanelList id={listId} label={t("suggestions")} groups={groups} active={active} text={text} onChoose={choose} />
        <PanelNote search={search} isNone={options.length === 0} />
      </div>
      <p className={styles["keys"]} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t("hintMove")} · <kbd>Enter</kbd> {active < 0 ? t("hintAll") : t("hintOpen")} ·{" "}
        <kbd>Esc</kbd> {t("hintClose")}
      </p>
    </div>
  );
}

/** The key that opened the panel, again. */
const isOwnKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === "k";

/** The option that an arrow leads to, round the ends; null for another key. */
function stepped({ key, altKey }: KeyboardEvent, active: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || altKey || count === 0) return null;
  const from = active < 0 && step < 0 ? 0 : active;
  return (from + step + count) % count;
}

const allResults: PanelOption = { key: "all", kind: "all" };

interface PanelFieldProps {
  readonly text: string;
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onType: () => void;
}

function PanelField({ text, listId, activeId, onKeyDown, onType }: PanelFieldProps) {
  const t = useTranslations("search");
  const field = useRef<HTMLInputElement>(null);
  const { typeSearch, closeSearch } = useCommands();
  return (
    <div className={styles["head"]}>
      <span className={styles["back"]}>
        <IconButton label={t("hintClose")} tipSide="right" onClick={closeSearch}>
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
      </span>
      <span className={styles["glass"]}>
        <Glass size={20} aria-hidden="true" />
      </span>
      <input
        ref={field}
        className={styles["field"]}
        type="text"
        role="combobox"
        aria-label={t("field")}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={t("field")}
        maxLength={searchCharactersMax}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onType();
          typeSearch(event.target.value);
        }}
      />
      {text !== "" && (
        <IconButton
          label={t("clear")}
          tipSide="left"
          onClick={() => {
            typeSearch("");
            field.current?.focus();
          }}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      <VisuallyHidden>{t("keysHint")}</VisuallyHidden>
    </div>
  );
}
