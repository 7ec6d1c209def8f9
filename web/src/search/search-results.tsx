import { ArrowLeft, Search as Glass, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { useWindowKeys } from "../platform/input/use-keys.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { FoundRows } from "./found-rows.tsx";
import { ResultsBlank, SearchAgain } from "./results-blank.tsx";
import { SearchFilters } from "./search-filters.tsx";
import styles from "./search-results.module.css";
import type { Search } from "../state/search/search-shape.ts";
import { failureOf } from "../state/retries/failure-of.ts";

/** FIND-3f: replaces the room list and, on phones, fills the screen. */
export function SearchResults() {
  const results = useAppState(({ searchResults }) => searchResults);
  const isAlone = useAppState(({ openRoom }) => openRoom.phase === "none");
  const dispatch = useDispatch();
  useWindowKeys(({ key }) => {
    if (key !== "Escape" || !isAlone) return false;
    dispatch({ type: "search/results-closed" });
    return true;
  });
  return results && <Results key={results.id} results={results} />;
}

function Results({ results }: { readonly results: Search }) {
  const scroller = useRef<HTMLDivElement>(null);
  const loadNearEnd = useLoadNearEnd(scroller, results);
  useFocusBack(scroller);
  const { phase, page, rooms, input } = results;
  const isBlank = rooms.length === 0 || (phase === "failed" && page === 0);
  return (
    <div className={styles["pane"]}>
      <div className={styles["head"]}>
        <ResultsHead text={input.text} />
        <SearchFilters view="results" input={input} />
      </div>
      <div className={styles["status"]} role="status">
        {!isBlank && <Status results={results} />}
      </div>
      <div ref={scroller} className={styles["scroller"]} onScroll={loadNearEnd} aria-busy={phase === "loading"}>
        {isBlank ? (
          <ResultsBlank results={results} />
        ) : (
          <>
            <FoundRows rooms={rooms} isOld={page === 0} />
            <ResultsEnd results={results} />
          </>
        )}
      </div>
    </div>
  );
}

function Status({ results: { page, rooms, isEnded, isPartial } }: { readonly results: Search }) {
  const t = useTranslations("search");
  if (page === 0) return t("searching");
  return (
    <>
      {t(isEnded ? "count" : "countMore", { count: rooms.length })}
      {isPartial && (
        <p>
          {t("partial")} <SearchAgain />
        </p>
      )}
    </>
  );
}

function ResultsHead({ text }: { readonly text: string }) {
  const t = useTranslations("search");
  const dispatch = useDispatch();
  return (
    <div className={styles["bar"]}>
      <span className={styles["narrow"]}>
        <IconButton label={t("reset")} tipSide="right" onClick={() => dispatch({ type: "search/results-closed" })}>
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
      </span>
      <button
        type="button"
        className={styles["query"]}
        aria-label={text === "" ? undefined : t("change", { text })}
        aria-haspopup="dialog"
        onClick={() => dispatch({ type: "search/panel-opened", isChange: true })}
      >
        <Glass size={16} aria-hidden="true" />
        <bdi>{text === "" ? t("write") : text}</bdi>
      </button>
      <span className={styles["roomy"]}>
        <IconButton label={t("reset")} tipSide="left" onClick={() => dispatch({ type: "search/results-closed" })}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}

function useLoadNearEnd(scroller: RefObject<HTMLElement | null>, { phase, isEnded, rooms }: Search): () => void {
  const dispatch = useDispatch();
  const canLoad = phase === "ready" && !isEnded;
  function loadNearEnd() {
    const element = scroller.current;
    if (!element || !canLoad) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < element.clientHeight) dispatch({ type: "search/more-asked" });
  }
  useEffect(loadNearEnd, [canLoad, rooms, scroller, dispatch]);
  return loadNearEnd;
}

function useFocusBack(scroller: RefObject<HTMLElement | null>): void {
  const open = useAppState(selectedRoomId);
  const before = useRef(open);
  useEffect(() => {
    const isBack = open === null && before.current !== null;
    before.current = open;
    const list = scroller.current;
    if (!isBack || list === null || list.ownerDocument.activeElement !== list.ownerDocument.body) return;
    list.querySelector<HTMLElement>('[data-found][tabindex="0"]')?.focus({ preventScroll: true });
  }, [open, scroller]);
}

function ResultsEnd({ results: { phase, page, error } }: { readonly results: Search }) {
  const t = useTranslations();
  if (phase === "loading" && page > 0)
    return (
      <p className={styles["more"]} role="status">
        {t("search.more")}
      </p>
    );
  if (phase !== "failed" || error === null) return null;
  return (
    <div className={styles["more"]} role="alert">
      <span>{t(failureOf(error) === "busy" ? "search.busyHint" : "search.failedMore")}</span>
      {failureOf(error) !== "busy" && <SearchAgain />}
    </div>
  );
}
