import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import type { Timeline } from "./messages-shape.ts";
import type { RoomId } from "../state/entities.ts";
import { useCommands } from "../state/use-chat.ts";
import styles from "./message-list.module.css";
import type { useListScrolling } from "./use-list-scrolling.ts";

interface ListPillsProps {
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly scrolling: ReturnType<typeof useListScrolling>;
}

/** What floats over the messages without moving them: older ones on their way, the first unread, the way down. */
export function ListPills({ roomId, timeline, scrolling }: ListPillsProps) {
  return (
    <>
      <div className={styles["above"]}>
        <LoadPill roomId={roomId} timeline={timeline} />
        {scrolling.isDividerAbove && <FirstUnreadPill onPress={scrolling.toDivider} />}
      </div>
      {!scrolling.isAtEnd && (
        <div className={styles["below"]}>
          <EndPill arrived={scrolling.arrived} onPress={scrolling.toEnd} />
        </div>
      )}
    </>
  );
}

/** What is missing above: the first page, under what came before it, or an older one. */
function LoadPill({ roomId, timeline }: Omit<ListPillsProps, "scrolling">) {
  const t = useTranslations();
  const { loadOlderMessages, reloadMessages } = useCommands();
  const isFirst = timeline.phase !== "ready";
  const phase = isFirst ? timeline.phase : timeline.older;
  if (phase === "loading") {
    return (
      <span className={classNames(styles["pill"], styles["late"])} role="status">
        {t(isFirst ? "messages.loading" : "messages.olderLoading")}
      </span>
    );
  }
  if (phase !== "failed") return null;
  return (
    <div className={styles["pill"]} role="alert">
      <span>{t(isFirst ? "messages.failed" : "messages.olderFailed")}</span>
      <Button look="link" onClick={() => (isFirst ? reloadMessages(roomId) : loadOlderMessages(roomId))}>
        {t("app.retry")}
      </Button>
    </div>
  );
}

function FirstUnreadPill({ onPress }: { readonly onPress: () => void }) {
  const t = useTranslations("messages");
  return (
    <button type="button" className={styles["pill"]} onClick={onPress}>
      <ArrowUp size={16} aria-hidden="true" />
      {t("firstUnread")}
    </button>
  );
}

function EndPill({ arrived, onPress }: { readonly arrived: number; readonly onPress: () => void }) {
  const t = useTranslations("messages");
  return (
    <button type="button" className={classNames(styles["pill"], arrived > 0 && styles["waiting"])} onClick={onPress}>
      <ArrowDown size={16} aria-hidden="true" />
      {arrived > 0 ? t("newMessages", { count: arrived }) : t("toEnd")}
    </button>
  );
}
