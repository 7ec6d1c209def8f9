import { BellOff, CalendarX2, CircleCheck, Hourglass, PencilLine, Pin, Send, Truck } from "lucide-react";
import { memo, type MouseEvent, type ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { holderOf, isHolder } from "../state/messages/shown-actions.ts";
import chosen from "../design/chosen.module.css";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { shortTimeLabel } from "../language/time-label.ts";
import { paths } from "../state/navigation/paths.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useToday } from "../platform/today.ts";
import { Avatar, RowFace } from "../design/person-mark.tsx";
import type { Room, RoomId } from "../state/entities.ts";
import { isMuted, isPinned } from "../state/own-rooms/own-rooms.ts";
import { selectedRoomId, shownUnread } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isNewsShown, shownNews } from "../state/rooms/new-decision.ts";
import { RoomPreview } from "./room-preview.tsx";
import styles from "./room-row.module.css";
import { faceOf, useRoomNames } from "../state/rooms/room-subject.ts";
import { RowTitle, UnreadBadge } from "../design/unread-badge.tsx";
import { requestStateOf, titleOf } from "../state/rooms/room-title.ts";
import { useRoomTitle } from "../state/rooms/use-room-title.ts";
import { Wait } from "../design/wait.tsx";
import { shownWait } from "../state/rooms/waiting.ts";

interface RoomRowProps {
  readonly roomId: RoomId;
  /** LIST-7b: Tab reaches one row of the list, and arrow keys reach the others. */
  readonly isTabStop?: boolean;
}

/** A row is a link, so that it can be opened in a new tab. */
export const RoomRow = memo(function RoomRow({ roomId, isTabStop = true }: RoomRowProps) {
  const room = useAppState((state) => state.rooms.byId[roomId]);
  return room && <Row room={room} isTabStop={isTabStop} />;
});

function Row({ room, isTabStop }: { readonly room: Room; readonly isTabStop: boolean }) {
  const roomId = room.id;
  const isSelected = useAppState((state) => selectedRoomId(state) === roomId);
  const unread = useAppState((state) => shownUnread(state, roomId));
  const hasNews = useAppState((state) => isNewsShown(state, room));
  const face = useAppState((state) => faceOf(state, room));
  const names = useRoomNames(room);
  const dispatch = useDispatch();

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    dispatch({ type: "room/selected", roomId });
  }

  return (
    <li className={styles["item"]}>
      <a
        className={classNames(styles["row"], isSelected && chosen["chosen"])}
        href={paths.view(room.name)}
        aria-current={isSelected ? "page" : undefined}
        data-room={roomId}
        data-unread={unread > 0 || hasNews}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        onClick={open}
      >
        <RowFace person={face} />
        <span className={styles["lines"]}>
          <span className={styles["line"]}>
            <span className={styles["title"]}>
              {(unread > 0 || hasNews) && <span className={styles["dot"]} />}
              <RowTitle {...names} />
            </span>
            <OwnMarks roomId={roomId} />
            <RowWhen room={room} />
          </span>
          <SecondLine room={room} unread={unread} />
        </span>
      </a>
      <MenuButton subject={names.subject} isTabStop={isTabStop} />
    </li>
  );
}

/** PERF-12: a separate component, since switching rooms changes the marks of two rows but not their text. */
const SecondLine = memo(function SecondLine({ room, unread }: { readonly room: Room; readonly unread: number }) {
  const title = useRoomTitle(room.id);
  const status = requestStateOf(room) ?? room.offerStatus;
  const muted = useAppState((state) => isMuted(state, room.id));
  return (
    <span className={styles["line"]}>
      <span className={styles["preview"]}>
        <RoomPreview roomId={room.id} />
      </span>
      <RowHolder roomId={room.id} />
      <span className={styles["number"]} aria-hidden="true">
        {titleOf(room).id}
      </span>
      {status !== null && <StatusMark status={status} />}
      <VisuallyHidden>{title}</VisuallyHidden>
      <UnreadBadge count={unread} isQuiet={muted} />
    </span>
  );
});

const signs = {
  ...{ draft: PencilLine, sent: Send, accepted: CircleCheck, ordered: Truck, expired: CalendarX2 },
  ...{ open: Hourglass, answered: Send, withdrawn: CalendarX2, closed: CalendarX2 },
};

function StatusMark({ status }: { readonly status: keyof typeof signs }) {
  const t = useTranslations("offers.status");
  const Sign = signs[status];
  return (
    <span className={styles["offer"]} title={t(status)} data-status={status}>
      <Sign size={12} aria-hidden="true" />
      <VisuallyHidden>{t(status)}</VisuallyHidden>
    </span>
  );
}

/** ORDER-5: the list listens for its presses and opens the menu (`row-menus.tsx`). */
function MenuButton({ subject, isTabStop }: { readonly subject: string; readonly isTabStop: boolean }) {
  const t = useTranslations("ownRooms");
  return (
    <button
      type="button"
      className={styles["menu"]}
      aria-label={t("rowMenu", { subject })}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      data-room-menu=""
    >
      <span aria-hidden="true">⋮</span>
    </button>
  );
}

const OwnMarks = memo(function OwnMarks({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("ownRooms");
  const pinned = useAppState((state) => isPinned(state, roomId));
  const muted = useAppState((state) => isMuted(state, roomId));
  return (
    <>
      {muted && <OwnMark words={t("muted")} sign={<BellOff size={12} aria-hidden="true" />} />}
      {pinned && <OwnMark words={t("pinned")} sign={<Pin size={12} aria-hidden="true" />} />}
    </>
  );
});

function OwnMark({ words, sign }: { readonly words: string; readonly sign: ReactNode }) {
  return (
    <span className={styles["own"]} title={words}>
      {sign}
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

const RowWhen = memo(function RowWhen({ room }: { readonly room: Room }) {
  const isWaiting = useAppState((state) => shownWait(state, room.id) !== null);
  const locale = useLocale();
  const t = useTranslations("messages");
  const now = useToday();
  const iso = shownNews(room)?.at ?? room.lastMessage?.sentAt;
  if (isWaiting)
    return (
      <span className={styles["time"]}>
        <Wait roomId={room.id} isShort />
      </span>
    );
  return (
    iso !== undefined && (
      <time className={styles["time"]} dateTime={iso}>
        {shortTimeLabel(parseTimestamp(iso), now, locale, t("yesterday"))}
      </time>
    )
  );
});

function RowHolder({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("rooms");
  const person = useAppState((state) => holderOf(state, roomId)?.person ?? null);
  const isOwn = useAppState((state) => isHolder(state, roomId));
  if (person === null) return null;
  const { name, kind } = person;
  const words = isOwn ? t("ownHold") : t("holder", { name });
  return (
    <span className={styles["holder"]} title={words}>
      <Avatar name={name} kind={kind} />
      <span className={styles["holderName"]} aria-hidden="true">
        <bdi>{isOwn ? t("self") : name.split(" ")[0]}</bdi>
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
