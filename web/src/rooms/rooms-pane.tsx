import { useTranslations } from "use-intl";
import { usePointerHold } from "../platform/input/use-long-press.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isListEmpty, filtersOf } from "../state/rooms/listing.ts";
import { RoomRows } from "./room-rows.tsx";
import { UnreadTotal } from "../design/unread-badge.tsx";
import styles from "./rooms-pane.module.css";
import { Hourglass } from "lucide-react";
import { Segments } from "../design/segments.tsx";
import { useShallow } from "zustand/react/shallow";
import { countOf } from "../state/rooms/room-counts.ts";
import { type ReactNode, Suspense } from "react";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateComponent } from "../platform/late-component.ts";

interface RoomsPaneProps {
  /** Leads a customer to a new request. */
  readonly asking: ReactNode;
  readonly unsent: ReactNode;
}

export function RoomsPane({ asking, unsent }: RoomsPaneProps) {
  const t = useTranslations("rooms");
  const isEmpty = useAppState(isListEmpty);
  const { isHeld, hand } = usePointerHold();
  const view = useAppState(({ listing }) => `${listing.filter} ${listing.sort}`);
  return (
    <div className={styles["pane"]} {...hand}>
      <div className={styles["heading"]}>
        <h2>{t("title")}</h2>
        <UnreadTotal />
      </div>
      <WaitOrder />
      <div className={styles["asking"]}>{asking}</div>
      <div className={styles["filters"]}>
        <RoomFilters />
        {unsent}
      </div>
      {isEmpty ? <RoomListBlank asking={asking} /> : <RoomRows key={view} isHeld={isHeld} />}
    </div>
  );
}

function RoomFilters() {
  const t = useTranslations("rooms");
  const { filter, sort } = useAppState((state) => state.listing);
  const filters = useAppState(useShallow(filtersOf));
  const counts = useAppState(useShallow((state) => filtersOf(state).map((each) => countOf(state, each))));
  const dispatch = useDispatch();
  return (
    <Segments
      label={t("filter")}
      value={filter}
      isWide
      onChoose={(chosen) => dispatch({ type: "rooms/view-chosen", view: { filter: chosen, sort } })}
      segments={filters.map((value, i) => ({ value, label: t(value), count: counts[i] ?? null }))}
    />
  );
}

function WaitOrder() {
  const t = useTranslations("rooms");
  const isOffered = useAppState((state) => filtersOf(state).includes("mine"));
  const { filter, sort } = useAppState((state) => state.listing);
  const dispatch = useDispatch();
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className={styles["byWait"]}
      title={t("byWaitTip")}
      aria-pressed={sort === "waiting"}
      onClick={() =>
        dispatch({ type: "rooms/view-chosen", view: { filter, sort: sort === "waiting" ? "activity" : "waiting" } })
      }
    >
      <Hourglass size={16} aria-hidden="true" />
      {t("byWait")}
    </button>
  );
}

const OpenOfferForm = lateComponent(async () => (await import("./open-offer-form.tsx")).OpenOfferForm);

const ghosts = ["52%", "64%", "44%", "58%", "48%", "62%"];

function RoomListBlank({ asking }: Pick<RoomsPaneProps, "asking">) {
  const t = useTranslations();
  const phase = useAppState((state) => state.rooms.phase);
  const dispatch = useDispatch();
  switch (phase) {
    case "idle":
    case "loading":
      return (
        <div role="status">
          <VisuallyHidden>{t("rooms.loading")}</VisuallyHidden>
          {ghosts.map((width) => (
            <div key={width} className={styles["ghost"]}>
              <Skeleton width={width} />
              <Skeleton width="78%" />
            </div>
          ))}
        </div>
      );
    case "failed":
      return (
        <Blank title={t("rooms.failed")} hint={t("rooms.failedHint")} isFailure>
          <Button onClick={() => dispatch({ type: "rooms/more-asked" })}>{t("app.retry")}</Button>
        </Blank>
      );
    case "ready":
      return (
        <Blank title={t("rooms.empty")} hint={t("rooms.emptyHint")}>
          {asking}
          <Suspense fallback={null}>
            <OpenOfferForm />
          </Suspense>
        </Blank>
      );
  }
}
