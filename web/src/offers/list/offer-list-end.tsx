import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { Blank } from "../../design/notice.tsx";
import { Skeleton } from "../../design/skeleton.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { useNearView } from "../../platform/page/use-near-view.ts";
import { failureOf } from "../../state/retries/failure-of.ts";
import { useCommands } from "../../state/app-context.ts";
import type { OfferList } from "./offer-list-shape.ts";
import styles from "./offer-list.module.css";

interface ListProps {
  readonly list: OfferList;
}

/** How many offers there are, or that they are on their way; read aloud as it changes. */
export function OfferListStatus({ list: { phase, page, search, total } }: ListProps) {
  const t = useTranslations("offerList");
  return (
    <p className={styles["count"]} role="status">
      {page > 0
        ? total > 0 && t("count", { count: total })
        : phase !== "failed" && t(search === "" ? "loading" : "searching")}
    </p>
  );
}

/** What stands below the last row, or in place of rows: more, why there is none, or that there is no more. */
export function OfferListEnd({ list }: ListProps) {
  const t = useTranslations("offerList");
  const { phase, page, offers, isEnded, search } = list;
  if (phase === "failed") return <Failure list={list} />;
  if (phase !== "ready") {
    if (page > 0) return <p className={styles["end"]}>{t("loading")}</p>;
    return offers.length === 0 && <Ghosts />;
  }
  if (!isEnded) return <More />;
  if (offers.length > 0) return null;
  return search === "" ? (
    <Blank title={t("empty")} hint={t("emptyHint")} />
  ) : (
    <Blank title={t("none")} hint={t("noneHint")} />
  );
}

function Failure({ list: { error, offers } }: ListProps) {
  const t = useTranslations();
  const { loadMoreOffers } = useCommands();
  if (error === null) return null;
  const isOffline = failureOf(error) === "offline";
  const failed = offers.length === 0 ? t("offerList.failed") : t("offerList.failedMore");
  return (
    <Blank
      title={isOffline ? t("offerList.offline") : failed}
      hint={isOffline ? t("offerList.offlineHint") : <ErrorText error={error} />}
      isFailure
    >
      <WaitButton error={error} onClick={loadMoreOffers} />
    </Blank>
  );
}

/** Loads on as it comes near the view. */
function More() {
  const t = useTranslations("offerList");
  const { loadMoreOffers } = useCommands();
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNearView(end);
  useEffect(() => {
    if (isNear) loadMoreOffers();
  }, [isNear, loadMoreOffers]);
  return (
    <div ref={end} className={styles["end"]}>
      <Button onClick={loadMoreOffers}>{t("more")}</Button>
    </div>
  );
}

const ghosts = ["52%", "64%", "44%", "58%", "48%"];

function Ghosts() {
  return (
    <div aria-hidden="true">
      {ghosts.map((width) => (
        <div key={width} className={styles["ghost"]}>
          <Skeleton width={width} />
          <Skeleton width="78%" />
          <Skeleton width="66%" />
        </div>
      ))}
    </div>
  );
}
