import { type MouseEvent, Suspense } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { lateComponent } from "../platform/late-component.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./message-list.module.css";
import { useDayLabel } from "./use-day-label.ts";
import type { useListScrolling } from "./use-list-scrolling.ts";

const WayBack = lateComponent(async () => (await import("../quotes/way-back.tsx")).WayBack);

interface ListPillsProps {
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly scrolling: ReturnType<typeof useListScrolling>;
}

/** What floats over the messages without moving them: loading pages, the first unread message, the way down. */
export function ListPills({ roomId, timeline, range, scrolling }: ListPillsProps) {
  const t = useTranslations("messages");
  const { loadOlderMessages, loadNewerMessages, reloadMessages, showEnd, showMessage } = useCommands();
  const unreadSeq = useAppState((state) => state.unreadStarts[roomId] ?? null);
  const wayBack = useAppState((state) => (state.wayBack?.roomId === roomId ? state.wayBack.seqs.length : null));
  const { isAtEnd, dividerSide, topDayAt } = scrolling;
  const isReady = timeline.phase === "ready";
  return (
    <>
      <div className={styles["above"]}>
        {topDayAt !== null && !isAtEnd && <TopDay at={topDayAt} />}
        {isReady ? (
          <LoadPill
            phase={range.older}
            loading={t("olderLoading")}
            failed={t("olderFailed")}
            onRetry={() => loadOlderMessages(roomId)}
          />
        ) : (
          <LoadPill
            phase={timeline.phase}
            loading={t("loading")}
            failed={t("failed")}
            onRetry={() => reloadMessages(roomId)}
          />
        )}
        {unreadSeq !== null && dividerSide !== null && (
          <FirstUnreadPill
            side={dividerSide}
            onPress={(event) => goFrom(event, () => showMessage(roomId, unreadSeq))}
          />
        )}
      </div>
      <div className={styles["below"]}>
        {isReady && (
          <LoadPill
            phase={range.newer}
            loading={t("newerLoading")}
            failed={t("newerFailed")}
            onRetry={() => loadNewerMessages(roomId)}
          />
        )}
        {!isAtEnd && wayBack !== null && (
          <Suspense fallback={null}>
            <WayBack key={wayBack} roomId={roomId} className={styles["pill"]} />
          </Suspense>
        )}
        {!isAtEnd && <EndPill arrived={scrolling.arrived} onPress={(event) => goFrom(event, () => showEnd(roomId))} />}
      </div>
    </>
  );
}

/** The day of what is read; its heading, further up, is what is read aloud. */
function TopDay({ at }: { readonly at: number }) {
  return (
    <span className={classNames(styles["pill"], styles["topDay"])} aria-hidden="true" data-top-day="">
      {useDayLabel(at)}
    </span>
  );
}

type PressHandler = (event: MouseEvent<HTMLButtonElement>) => void;

/** Goes where a pill leads, and hands its focus to the list before the pill is gone. */
function goFrom({ currentTarget }: MouseEvent<HTMLButtonElement>, go: () => void): void {
  if (currentTarget.matches(":focus-visible")) {
    currentTarget.closest("[data-history]")?.querySelector<HTMLElement>('[role="region"]')?.focus();
  }
  go();
}

interface LoadPillProps {
  readonly phase: Timeline["phase"] | HistoryRange["older"];
  readonly loading: string;
  readonly failed: string;
  readonly onRetry: () => void;
}

/** A page that is missing at one side: loading, or failed. */
function LoadPill({ phase, loading, failed, onRetry }: LoadPillProps) {
  const t = useTranslations("app");
  if (phase === "loading") {
    return (
      <span className={classNames(styles["pill"], styles["late"])} role="status">
        {loading}
      </span>
    );
  }
  if (phase !== "failed") return null;
  return (
    <div className={styles["pill"]} role="alert">
      <span>{failed}</span>
      <Button look="link" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

function FirstUnreadPill({ side, onPress }: { readonly side: "above" | "below"; readonly onPress: PressHandler }) {
  const t = useTranslations("messages");
  const Arrow = side === "above" ? ArrowUp : ArrowDown;
  return (
    <button type="button" className={styles["pill"]} onClick={onPress}>
      <Arrow size={16} aria-hidden="true" />
      {t("firstUnread")}
    </button>
  );
}

function EndPill({ arrived, onPress }: { readonly arrived: number; readonly onPress: PressHandler }) {
  const t = useTranslations("messages");
  return (
    <button type="button" className={classNames(styles["pill"], arrived > 0 && styles["waiting"])} onClick={onPress}>
      <ArrowDown size={16} aria-hidden="true" />
      {arrived > 0 ? t("newMessages", { count: arrived }) : t("toEnd")}
    </button>
  );
}
