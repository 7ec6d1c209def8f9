import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { termsOf, useUnderstood } from "./in-room/found-said.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { useDispatch } from "../state/app-context.ts";
import { failureOf } from "../state/retries/failure-of.ts";
import { noFilters } from "./search-entry.ts";
import styles from "./search-results.module.css";
import type { Search } from "../state/search/search-shape.ts";
import { useFilterLabels } from "./search-filters.tsx";

export function ResultsBlank({ results }: { readonly results: Search }) {
  const t = useTranslations("search");
  const dispatch = useDispatch();
  switch (results.phase) {
    case "idle":
      return (
        <Blank title={t("write")} hint={t("writeHint")}>
          <Button look="primary" onClick={() => dispatch({ type: "search/panel-opened", isChange: true })}>
            {t("open")}
          </Button>
        </Blank>
      );
    case "waiting":
    case "loading":
      return <Ghosts />;
    case "failed":
      return <Failure results={results} />;
    case "ready":
      return results.isPartial ? <NoneSoFar /> : <NoneFound results={results} />;
  }
}

export function SearchAgain() {
  const t = useTranslations("app");
  const dispatch = useDispatch();
  return <Button onClick={() => dispatch({ type: "search/again-asked", view: "results" })}>{t("retry")}</Button>;
}

function Failure({ results: { error } }: { readonly results: Search }) {
  const t = useTranslations();
  if (error === null) return null;
  const failure = failureOf(error);
  if (failure === "busy") return <Blank title={t("search.busy")} hint={t("search.busyHint")} />;
  const isOffline = failure === "offline";
  return (
    <Blank
      title={isOffline ? t("search.offline") : t("search.failed")}
      hint={
        isOffline ? (
          t("searchBlank.offlineHint")
        ) : (
          <>
            <ErrorText error={error} /> {t("searchBlank.failedHint")}
          </>
        )
      }
      isFailure
    >
      <SearchAgain />
    </Blank>
  );
}

/** FIND-3r: the part that was not searched may have matches. */
function NoneSoFar() {
  const t = useTranslations("search");
  return (
    <Blank title={t("partialNone")} hint={t("partial")}>
      <SearchAgain />
    </Blank>
  );
}

/** FIND-3h: shows how the search was understood, and suggests what to try. */
function NoneFound({ results: { input } }: { readonly results: Search }) {
  const none = useTranslations("search")("none");
  const t = useTranslations("searchBlank");
  const dispatch = useDispatch();
  const isFiltered = useFilterLabels(input).length > 0;
  const terms = useUnderstood(input.text);
  const hasCode = termsOf(input.text).some(({ kind }) => kind === "code");
  return (
    <div className={styles["none"]} role="status">
      <h2>{none}</h2>
      <p>{t("understood")}</p>
      <ul className={styles["terms"]}>
        {terms.map((term, index) => (
          <li key={`${term}-${String(index)}`}>
            <bdi>{term}</bdi>
          </li>
        ))}
      </ul>
      <ul className={styles["tips"]}>
        <li>{t("tryWord")}</li>
        {hasCode && <li>{t("tryCode")}</li>}
        {isFiltered && <li>{t("tryFilters")}</li>}
      </ul>
      <div className={styles["actions"]}>
        {isFiltered && (
          <Button onClick={() => dispatch({ type: "search/filtered", view: "results", filters: noFilters })}>
            {t("dropFilters")}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: "search/panel-opened", isChange: true })}>{t("other")}</Button>
      </div>
    </div>
  );
}

function Ghosts() {
  const t = useTranslations("search");
  return (
    <div role="status">
      <VisuallyHidden>{t("searching")}</VisuallyHidden>
      {["52%", "64%", "44%", "58%", "48%"].map((width) => (
        <div key={width} className={styles["ghost"]}>
          <Skeleton width={width} />
          <Skeleton width="86%" />
          <Skeleton width="72%" />
        </div>
      ))}
    </div>
  );
}
