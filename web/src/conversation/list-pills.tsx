import type { MouseEvent, ReactNode } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { lateOrNothing } from "../platform/late-component.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./message-list.module.css";
import { useDayLabel } from "./row-parts.tsx";
import type { useListScrolling } from "./use-list-scrolling.ts";

const WayBack = lateOrNothing(async () => (await import("../quotes/way-back.tsx")).WayBack);

interface ListPillsProps {
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly scrolling: ReturnType<typeof useListScrolling>;
}

export function ListPills({ roomId, timeline, range, scrolling }: ListPillsProps) {
  const t = useTranslations("messages");
  const dispatch = useDispatch();
  const unreadSeq = useAppState((state) => state.unreadStarts[roomId] ?? null);
  const wayBack = useAppState((state) => (state.wayBack?.roomId === roomId ? state.wayBack.seqs.length : null));
  const { isAtEnd, dividerSide, topDayAt, arrived } = scrolling;
  const isReady = timeline.phase === "ready";
  return (
    <>
      <div className={styles["above"]}>
        {topDayAt !== null && !isAtEnd && <TopDay at={topDayAt} />}
        {isReady ? (
          <LoadPill
            phase={range.older}
            words="older"
            onRetry={() => dispatch({ type: "messages/older-asked", roomId })}
          />
        ) : (
          <LoadPill
            phase={timeline.phase}
            words="all"
            onRetry={() => dispatch({ type: "messages/reload-asked", roomId })}
          />
        )}
        {unreadSeq !== null && dividerSide !== null && (
          <GoPill
            isUp={dividerSide === "above"}
            onGo={() => dispatch({ type: "messages/around-asked", roomId, seq: unreadSeq })}
          >
            {t("firstUnread")}
          </GoPill>
        )}
      </div>
      <div className={styles["below"]}>
        {isReady && (
          <LoadPill
            phase={range.newer}
            words="newer"
            onRetry={() => dispatch({ type: "messages/newer-asked", roomId })}
          />
        )}
        {!isAtEnd && (
          <>
            {wayBack !== null && <WayBack key={wayBack} roomId={roomId} className={styles["pill"]} />}
            <GoPill isWaiting={arrived > 0} onGo={() => dispatch({ type: "messages/end-asked", roomId })}>
              {arrived > 0 ? t("newMessages", { count: arrived }) : t("toEnd")}
            </GoPill>
          </>
        )}
      </div>
    </>
  );
}

/** Hidden from screen readers, which read the day's heading further up. */
function TopDay({ at }: { readonly at: number }) {
  return (
    <span className={classNames(styles["pill"], styles["topDay"])} aria-hidden="true" data-top-day="">
      {useDayLabel(at)}
    </span>
  );
}

interface GoPillProps {
  readonly isUp?: boolean;
  readonly isWaiting?: boolean;
  readonly onGo: () => void;
  readonly children: ReactNode;
}

function GoPill({ isUp = false, isWaiting = false, onGo, children }: GoPillProps) {
  const Sign = isUp ? ArrowUp : ArrowDown;
  function go({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    if (currentTarget.matches(":focus-visible")) {
      currentTarget.closest("[data-history]")?.querySelector<HTMLElement>('[role="region"]')?.focus();
    }
    onGo();
  }
  return (
    <button type="button" className={classNames(styles["pill"], isWaiting && styles["waiting"])} onClick={go}>
      <Sign size={16} aria-hidden="true" />
      {children}
    </button>
  );
}

interface LoadPillProps {
  readonly phase: Timeline["phase"] | HistoryRange["older"];
  readonly words: keyof typeof loadWords;
  readonly onRetry: () => void;
}

const loadWords = {
  older: { loading: "messages.olderLoading", failed: "messages.olderFailed" },
  newer: { loading: "messages.newerLoading", failed: "messages.newerFailed" },
  all: { loading: "messages.loading", failed: "messages.failed" },
} as const;

function LoadPill({ phase, words, onRetry }: LoadPillProps) {
  const t = useTranslations();
  if (phase === "loading") {
    return (
      <span className={classNames(styles["pill"], styles["late"])} role="status">
        {t(loadWords[words].loading)}
      </span>
    );
  }
  if (phase !== "failed") return null;
  return (
    <div className={styles["pill"]} role="alert">
      <span>{t(loadWords[words].failed)}</span>
      <Button look="link" onClick={onRetry}>
        {t("app.retry")}
      </Button>
    </div>
  );
}
