import { ArrowLeft, Search as Glass, X } from "lucide-react";
import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { PanelKeys } from "./panel-options.ts";
import styles from "./search-panel.module.css";
import type { Search } from "../state/search/search-shape.ts";

const Suggestions = lateComponent(async () => (await import("./suggestions.tsx")).Suggestions);

export function SearchOver() {
  const search = useAppState(({ searchPanel }) => searchPanel);
  return search && <SearchPanel search={search} />;
}

/** FIND-3n: the field is shown at once, and suggestions once their code has loaded. */
function SearchPanel({ search }: { readonly search: Search }) {
  const t = useTranslations();
  const listId = useId();
  const [activeId, setActiveId] = useState<string>();
  const keys = useRef<PanelKeys>(null);
  const dispatch = useDispatch();
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (isOwnKey(event)) event.currentTarget.select();
    else if (keys.current) {
      if (!keys.current(event)) return;
    } else if (event.key === "Enter") dispatch({ type: "search/results-asked" });
    else return;
    event.preventDefault();
  }
  return (
    <Dialog
      title={t("search.title")}
      closeLabel={t("app.close")}
      isPanel
      onClose={() => dispatch({ type: "search/panel-closed" })}
    >
      <div className={styles["panel"]}>
        <PanelField text={search.input.text} listId={listId} activeId={activeId} onKeyDown={onKeyDown} />
        <Suspense fallback={null}>
          <Suggestions ref={keys} search={search} listId={listId} onActive={setActiveId} />
        </Suspense>
      </div>
    </Dialog>
  );
}

const isOwnKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === "k";

interface PanelFieldProps {
  readonly text: string;
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function PanelField({ text, listId, activeId, onKeyDown }: PanelFieldProps) {
  const t = useTranslations("search");
  const field = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  return (
    <div className={styles["head"]}>
      <span className={styles["back"]}>
        <IconButton label={t("hintClose")} tipSide="right" onClick={() => dispatch({ type: "search/panel-closed" })}>
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
        onChange={(event) => dispatch({ type: "search/typed", text: event.target.value })}
      />
      {text !== "" && (
        <IconButton
          label={t("clear")}
          tipSide="left"
          onClick={() => {
            dispatch({ type: "search/typed", text: "" });
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
