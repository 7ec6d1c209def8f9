import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useState } from "react";
import { useTranslations } from "use-intl";
import {
  activeIndex,
  panelGroups,
  type PanelKeys,
  type PanelOption,
  recentMatches,
  switcherMatches,
} from "./panel-options.ts";
import { PanelList } from "./panel-list.tsx";
import { ChosenFilters } from "./search-filters.tsx";
import styles from "./suggestions.module.css";
import type { Search } from "../state/search/search-shape.ts";
import { paths } from "../state/navigation/paths.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { useOpenFound } from "./found-rows.tsx";
import type { AppState } from "../state/shape.ts";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { failureOf } from "../state/retries/failure-of.ts";

interface SuggestionsProps {
  readonly ref: Ref<PanelKeys>;
  readonly search: Search;
  readonly listId: string;
  readonly onActive: (id: string | undefined) => void;
}

export function Suggestions({ ref, search, listId, onActive }: SuggestionsProps) {
  const t = useTranslations("search");
  const { text } = search.input;
  const groups = panelGroups(useSwitcher(text), search);
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<{ readonly text: string; readonly key: string | null }>({ text, key: null });
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

/** FIND-3o: the option to which a key moves, wrapping around; null for any other key. */
function stepped({ key, altKey }: KeyboardEvent, active: number, options: readonly PanelOption[]): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || altKey || options.length === 0) return null;
  const isPastAll = options[0]?.kind === "all" || step < 0;
  const from = active < 0 && isPastAll ? 0 : active;
  return (from + step + options.length) % options.length;
}

const allResults: PanelOption = { key: "all", kind: "all" };

function useChoose(): (option: PanelOption) => void {
  const byId = useAppState(({ rooms }) => rooms.byId);
  const dispatch = useDispatch();
  const { openBest } = useOpenFound("panel");
  return (option) => {
    switch (option.kind) {
      case "room": {
        const room = byId[option.room.roomId];
        if (room) dispatch({ type: "address/asked", path: paths.view(room.name) });
        return;
      }
      case "customer":
        return dispatch({ type: "search/results-asked", text: option.customer.person.name });
      case "recent":
        return dispatch({ type: "search/results-asked", text: option.text });
      case "all":
        return dispatch({ type: "search/results-asked" });
      case "found":
        dispatch({ type: "search/remembered" });
        return openBest(option.found);
    }
  };
}

type Switcher = Parameters<typeof panelGroups>[0];

/** The matches stay fixed until the text changes, so that nothing moves under a key or the pointer. */
function useSwitcher(text: string): Switcher {
  const [offer] = useState(createOffer);
  return useAppState((state) => offer(state, text));
}

function createOffer(): (state: AppState, text: string) => Switcher {
  let by: readonly unknown[] = [];
  let offered: Switcher = { rooms: [], customers: [], recent: [] };
  return (state, text) => {
    const now = [text, state.recentSearches, state.rooms.page > 0];
    if (now.every((value, index) => value === by[index])) return offered;
    by = now;
    offered = { ...switcherMatches(state, text), recent: recentMatches(state, text) };
    return offered;
  };
}

export function PanelNote({ search, isNone }: { readonly search: Search; readonly isNone: boolean }) {
  const t = useTranslations("app");
  const dispatch = useDispatch();
  const words = useWords(search, isNone);
  const { phase, rooms, error } = search;
  return (
    <>
      {isUnderWay(search) && rooms.length === 0 && <Ghosts />}
      <div className={styles["status"]} role="status">
        {words}
      </div>
      {phase === "failed" && error && failureOf(error) === "failed" && (
        <div className={styles["again"]}>
          <Button onClick={() => dispatch({ type: "search/again-asked", view: "panel" })}>{t("retry")}</Button>
        </div>
      )}
    </>
  );
}

const isUnderWay = ({ phase }: Search): boolean => phase === "waiting" || phase === "loading";

function useWords(search: Search, isNone: boolean): string {
  const t = useTranslations("search");
  const { phase, rooms, error, isPartial, isEnded, input } = search;
  switch (phase) {
    case "idle":
      if (input.text.trim() !== "") return t("few");
      return isNone ? t("writeHint") : "";
    case "waiting":
    case "loading":
      return rooms.length === 0 ? t("searching") : "";
    case "ready": {
      if (rooms.length === 0) return isPartial ? `${t("partialNone")}. ${t("partial")}` : t("none");
      const count = t(isEnded ? "count" : "countMore", { count: rooms.length });
      return isPartial ? `${count} ${t("partial")}` : count;
    }
    case "failed":
      return error === null ? "" : t(failureWords[failureOf(error)]);
  }
}

const failureWords = { offline: "offlineShort", busy: "busyHint", failed: "failed" } as const;

const Ghosts = () => (
  <div className={styles["ghosts"]}>
    {["58%", "44%", "66%"].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
