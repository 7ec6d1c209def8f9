import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { useCommands } from "../state/app-context.ts";
import { failureOf } from "../state/retries/failure-of.ts";
import styles from "./suggestions.module.css";
import type { Search } from "./search-shape.ts";

/** What the panel says below its suggestions: how far the search has come, and what it did not find. */
export function PanelNote({ search, isNone }: { readonly search: Search; readonly isNone: boolean }) {
  const t = useTranslations("app");
  const { retrySearch } = useCommands();
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
          <Button onClick={() => retrySearch("panel")}>{t("retry")}</Button>
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

function Ghosts() {
  return (
    <div className={styles["ghosts"]}>
      {["58%", "44%", "66%"].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
