import { useTranslations } from "use-intl";
import { failureOf } from "../state/retries/failure-of.ts";
import { SearchAgain } from "./results-blank.tsx";
import styles from "./search-results.module.css";
import type { Search } from "./search-shape.ts";

/** Below the rows: that more is loading, or why it is not. */
export function ResultsEnd({ results: { phase, page, error } }: { readonly results: Search }) {
  const t = useTranslations();
  if (phase === "loading" && page > 0) {
    return (
      <p className={styles["more"]} role="status">
        {t("search.more")}
      </p>
    );
  }
  if (phase !== "failed" || error === null) return null;
  return (
    <div className={styles["more"]} role="alert">
      <span>{t(failureOf(error) === "busy" ? "search.busyHint" : "search.failedMore")}</span>
      {failureOf(error) !== "busy" && <SearchAgain />}
    </div>
  );
}
