import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { classNames } from "../design/class-names.ts";
import type { Timeline } from "../state/chat-state.ts";
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
        <OlderPill roomId={roomId} older={timeline.older} />
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

function OlderPill({ roomId, older }: { readonly roomId: RoomId; readonly older: Timeline["older"] }) {
  const t = useTranslations();
  const { loadOlderMessages } = useCommands();
  if (older === "loading") {
    return (
      <span className={classNames(styles["pill"], styles["late"])} role="status">
        {t("messages.olderLoading")}
      </span>
    );
  }
  if (older !== "failed") return null;
  return (
    <div className={styles["pill"]} role="alert">
      <span>{t("messages.olderFailed")}</span>
      <Button look="link" onClick={() => loadOlderMessages(roomId)}>
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
