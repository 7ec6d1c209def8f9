import type { MouseEvent } from "react";
import { useLocale, useTranslations } from "use-intl";
import { holderOf, isHolder } from "../actions/shown-actions.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { shortTimeLabel } from "../language/time-label.ts";
import { paths } from "../navigation/paths.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useToday } from "../platform/today.ts";
import { HereMarks } from "../presence/here-marks.tsx";
import { Avatar } from "../presence/person-mark.tsx";
import type { Room, RoomId } from "../state/entities.ts";
import { me, selectedRoomId, shownUnread } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { RoomPreview } from "./room-preview.tsx";
import styles from "./room-row.module.css";
import { useRoomTitle } from "./use-room-title.ts";
import { WaitWords } from "./wait-words.tsx";
import { shownWait, waitsOnMe } from "./waiting.ts";

/** One room of the list: a link, so that it opens in a new tab as well. */
export function RoomRow({ roomId }: { readonly roomId: RoomId }) {
  const room = useAppState((state) => state.rooms.byId[roomId]);
  const title = useRoomTitle(roomId);
  const isSelected = useAppState((state) => selectedRoomId(state) === roomId);
  const unread = useAppState((state) => shownUnread(state, roomId));
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const { selectRoom } = useCommands();
  if (!room) return null;

  function open(event: MouseEvent) {
    // A click for a new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    selectRoom(roomId);
  }

  // Name and car for staff, who serve many; the car alone for the customer.
  const customer = isCustomer ? undefined : room.members.find((member) => member.kind === "customer");
  const subject = [customer?.name, room.vehicle].filter((word) => word !== undefined && word !== "").join(" · ");
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
        {customer && <Avatar name={customer.name} kind="customer" />}
        <span className={styles["lines"]}>
          <span className={styles["line"]}>
            <span className={styles["title"]}>
              <bdi>{subject === "" ? title : subject}</bdi>
            </span>
            <RowWhen room={room} />
          </span>
          <span className={styles["line"]}>
            <span className={styles["preview"]}>
              <RoomPreview roomId={roomId} />
            </span>
            <RowHolder roomId={roomId} />
            <HereMarks roomId={roomId} />
            <span className={styles["number"]} aria-hidden="true">
              {room.offerNumber}
            </span>
            <VisuallyHidden>{title}</VisuallyHidden>
            {unread > 0 && <UnreadBadge count={unread} />}
          </span>
        </span>
      </a>
    </li>
  );
}

/** Since when a customer waits, for staff; else when the newest message was written. */
function RowWhen({ room }: { readonly room: Room }) {
  const t = useTranslations("rooms");
  const since = useAppState((state) => shownWait(state, room.id));
  const isMine = useAppState((state) => waitsOnMe(state, room.id));
  if (since === null) return <RowTime iso={room.lastMessage?.sentAt} />;
  return (
    <span className={styles["wait"]} data-on-me={isMine}>
      <WaitWords since={since} />
      {isMine && <VisuallyHidden>, {t("waitsOnYou")}</VisuallyHidden>}
    </span>
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

/** Who holds the room, by initials and first name (ACT-2). */
function RowHolder({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("rooms");
  const person = useAppState((state) => holderOf(state, roomId)?.person ?? null);
  const isOwn = useAppState((state) => isHolder(state, roomId));
  if (person === null) return null;
  const { name, kind } = person;
  return (
    <span className={styles["holder"]} title={isOwn ? t("ownHold") : t("holder", { name })}>
      <Avatar name={name} kind={kind} />
      <span className={styles["holderName"]} aria-hidden="true">
        <bdi>{isOwn ? t("self") : name.split(" ")[0]}</bdi>
      </span>
      <VisuallyHidden>{isOwn ? t("ownHold") : t("holder", { name })}</VisuallyHidden>
    </span>
  );
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
