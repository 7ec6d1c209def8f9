import { isMedia, wideScreen } from "../platform/page/use-media.ts";
import { File } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import chosen from "../design/chosen.module.css";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { momentLabel, shortTimeLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { moveByArrows } from "../platform/input/move-by-arrows.ts";
import { useToday } from "../platform/today.ts";
import { Marked } from "../design/marked.tsx";
import { RowFace } from "../design/person-mark.tsx";
import { usePersonName } from "../state/participants/person-name.tsx";
import { faceOf, useRoomNames } from "../state/rooms/room-subject.ts";
import { titleOf } from "../state/rooms/room-title.ts";
import { useTitleWords } from "../state/rooms/use-room-title.ts";
import { RowTitle, UnreadBadge } from "../design/unread-badge.tsx";
import { selectedRoomId, shownUnread } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./search-results.module.css";
import type { FoundMessage, FoundRoom, RoomFind, SearchView } from "../state/search/search-shape.ts";
import { messageLink, paths } from "../state/navigation/paths.ts";
import { bestFound } from "./panel-options.ts";
import { searchIn } from "./search-state.ts";

const moveAmongFound = moveByArrows("[data-found]");

interface FoundRowsProps {
  readonly rooms: readonly FoundRoom[];
  readonly isOld: boolean;
}

/** Tab reaches one of the links, and arrow keys reach the others. */
export function FoundRows({ rooms, isOld }: FoundRowsProps) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last ?? (rooms[0] ? `room-${rooms[0].room.id}` : null);
  return (
    <div
      role="presentation"
      className={styles["list"]}
      data-old={isOld}
      onKeyDown={moveAmongFound}
      onFocus={({ target }) => setLast(target.dataset["found"] ?? null)}
    >
      <ul>
        {rooms.map((found) => (
          <Room key={found.room.id} found={found} stop={stop} />
        ))}
      </ul>
    </div>
  );
}

interface RoomProps {
  readonly found: FoundRoom;
  readonly stop: string | null;
}

function Room({ found, stop }: RoomProps) {
  const { room, finds, hits } = found;
  const face = useAppState((state) => faceOf(state, room));
  const names = useRoomNames(room);
  const titleWords = useTitleWords();
  const title = titleOf(room);
  const unread = useAppState((state) => shownUnread(state, room.id));
  const isOpen = useAppState((state) => selectedRoomId(state) === room.id);
  const { openRoom, openFind, openMessage } = useOpenFound("results");
  const keyOf = (name: string): string => `${name}-${room.id}`;
  return (
    <li className={classNames(styles["room"], isOpen && chosen["chosen"])} data-open={isOpen}>
      <FoundLink
        name={keyOf("room")}
        stop={stop}
        look="subject"
        href={roomAddress(found)}
        onOpen={() => openRoom(found)}
      >
        <RowFace person={face} />
        <span className={styles["title"]} data-unread={unread > 0}>
          <RowTitle {...names} />
        </span>
        <UnreadBadge count={unread} />
        <span className={styles["number"]} aria-hidden="true">
          {title.id}
        </span>
        <VisuallyHidden>{titleWords(title)}</VisuallyHidden>
      </FoundLink>
      {finds.map((find, index) => (
        <FoundLink
          key={`${find.in}-${find.lineId ?? index}`}
          name={keyOf(`find-${index}`)}
          stop={stop}
          look="find"
          href={roomAddress(found)}
          onOpen={() => openFind(found, find)}
        >
          <Find find={find} />
        </FoundLink>
      ))}
      {hits.map((hit) => (
        <FoundLink
          key={hit.seq}
          name={keyOf(`hit-${hit.seq}`)}
          stop={stop}
          look="hit"
          href={hitAddress(found, hit)}
          onOpen={() => openMessage(found, hit)}
        >
          <Hit hit={hit} />
        </FoundLink>
      ))}
    </li>
  );
}

interface FoundLinkProps extends Pick<RoomProps, "stop"> {
  readonly name: string;
  readonly look: "subject" | "find" | "hit";
  readonly href: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A result is a link, so that it can be opened in a new tab. */
function FoundLink({ name, stop, look, href, onOpen, children }: FoundLinkProps) {
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <a className={styles[look]} href={href} data-found={name} tabIndex={name === stop ? 0 : -1} onClick={open}>
      {children}
    </a>
  );
}

function Find({ find }: { readonly find: RoomFind }) {
  const t = useTranslations("search.in");
  const text = usePersonName(find.text);
  return (
    <>
      <span className={styles["what"]}>{t(find.in)}</span>
      <bdi className={styles["code"]}>
        <Marked text={text} ranges={text === find.text ? find.ranges : []} />
      </bdi>
    </>
  );
}

function Hit({ hit }: { readonly hit: FoundMessage }) {
  const t = useTranslations();
  const locale = useLocale();
  const now = useToday();
  const at = parseTimestamp(hit.sentAt);
  return (
    <>
      <span className={styles["by"]}>
        <span className={styles["author"]}>
          <bdi>{hit.author.name}</bdi>
        </span>
        <time dateTime={hit.sentAt} title={momentLabel(at, locale)}>
          {shortTimeLabel(at, now, locale, t("messages.yesterday"))}
        </time>
      </span>
      <span className={styles["excerpt"]}>
        {hit.isFileName && (
          <>
            <File size={14} aria-hidden="true" />
            <VisuallyHidden>{t("search.in.file")} </VisuallyHidden>
          </>
        )}
        <bdi>
          <Marked text={hit.excerpt} ranges={hit.ranges} />
        </bdi>
      </span>
    </>
  );
}

/** Opens search results; `openBest` opens the room's most specific match. */
export function useOpenFound(view: SearchView) {
  const query = useAppState((state) => searchIn(state, view)?.input.text ?? "");
  const dispatch = useDispatch();

  const openRoom = ({ room }: FoundRoom): void => dispatch({ type: "address/asked", path: paths.view(room.name) });

  const openMessage = ({ room, hits }: FoundRoom, { seq }: FoundMessage): void =>
    dispatch({
      type: "found/hit-opened",
      roomId: room.id,
      name: room.name,
      seq,
      query,
      hits: hits.map((hit) => hit.seq),
    });

  function openFind(found: FoundRoom, { lineId }: RoomFind): void {
    const { id: roomId, offerNumber: offerId } = found.room;
    if (lineId === null || offerId === null) openRoom(found);
    else dispatch({ type: "found/line-opened", roomId, offerId, lineId, text: query, isWide: isMedia(wideScreen) });
  }

  function openBest(found: FoundRoom): void {
    const best = bestFound(found);
    if (best?.kind === "find") openFind(found, best.find);
    else if (best) openMessage(found, best.hit);
    else openRoom(found);
  }

  return { openRoom, openMessage, openFind, openBest };
}

const roomAddress = ({ room }: FoundRoom): string => paths.view(room.name);

const hitAddress = ({ room }: FoundRoom, { seq }: FoundMessage): string => messageLink(room.name, seq);
