import type { MouseEvent } from "react";
import { useLocale, useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { shortTimeLabel } from "../language/time-label.ts";
import { paths } from "../navigation/paths.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useToday } from "../platform/today.ts";
import { HereMarks } from "../presence/here-marks.tsx";
import type { Room, RoomId } from "../state/entities.ts";
import { me, selectedRoomId, shownUnread } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { RoomPreview } from "./room-preview.tsx";
import styles from "./room-row.module.css";
import { useRoomTitle } from "./use-room-title.ts";

/** One room of the list: a link, so that it opens in a new tab as well. */
export function RoomRow({ roomId }: { readonly roomId: RoomId }) {
  const room = useAppState((state) => state.rooms.byId[roomId]);
  const title = useRoomTitle(roomId);
  const isSelected = useAppState((state) => selectedRoomId(state) === roomId);
  const unread = useAppState((state) => shownUnread(state, roomId));
  const { selectRoom } = useCommands();
  if (!room) return null;

  function open(event: MouseEvent) {
    // A click for a new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    selectRoom(roomId);
  }

  return (
    <li className={styles["item"]}>
      <a
        className={styles["row"]}
        href={paths.view(room.name)}
        aria-current={isSelected ? "page" : undefined}
        data-room={roomId}
        data-unread={unread > 0}
        draggable={false}
        onClick={open}
      >
        <span className={styles["line"]}>
          <span className={styles["title"]}>{title}</span>
          <RowTime iso={room.lastMessage?.sentAt} />
        </span>
        <span className={styles["line"]}>
          <RowSubject room={room} />
          <span className={styles["here"]}>
            <HereMarks roomId={roomId} />
          </span>
        </span>
        <span className={styles["line"]}>
          <span className={styles["preview"]}>
            <RoomPreview roomId={roomId} />
          </span>
          {unread > 0 && <UnreadBadge count={unread} />}
        </span>
      </a>
    </li>
  );
}

function RowTime({ iso }: { readonly iso: string | undefined }) {
  const locale = useLocale();
  const t = useTranslations("messages");
  const now = useToday();
  if (iso === undefined) return null;
  return (
    <time className={styles["time"]} dateTime={iso}>
      {shortTimeLabel(parseTimestamp(iso), now, locale, t("yesterday"))}
    </time>
  );
}

/** Name and car for agents, who serve many; the car alone for the customer. */
function RowSubject({ room }: { readonly room: Room }) {
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const customer = isCustomer ? undefined : room.members.find((member) => member.kind === "customer");
  const words = [customer?.name, room.vehicle].filter((word) => word !== undefined && word !== "");
  return <span className={styles["vehicle"]}>{words.join(" · ")}</span>;
}

function UnreadBadge({ count }: { readonly count: number }) {
  const t = useTranslations("rooms");
  return (
    <span className={styles["badge"]}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <VisuallyHidden>{t("unreadCount", { count })}</VisuallyHidden>
    </span>
  );
}
