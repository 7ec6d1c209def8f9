import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { usePointerHold } from "../platform/use-pointer-hold.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { hasMoreListed, isListable, listedRooms, listPhase } from "./listing.ts";
import { RoomRow } from "./room-row.tsx";
import { stableOrder } from "./listed-rooms.ts";
import styles from "./rooms-pane.module.css";

/** The rows of the list. Arrow keys move between them; further pages load before the end is reached. */
export function RoomRows() {
  const newest = useAppState(useShallow(listedRooms));
  const { isHeld, hand } = usePointerHold();
  const { hasFocus, focus } = useRowFocus();
  const order = useSteady(newest, isHeld || hasFocus);
  const scroller = useRef<HTMLDivElement>(null);
  const loadNearEnd = useLoadNearEnd(scroller, order.length);
  useFocusBack(scroller);

  return (
    // Listens to events of its rows; it cannot be pressed itself.
    <div
      ref={scroller}
      className={styles["scroller"]}
      role="presentation"
      onScroll={loadNearEnd}
      onKeyDown={moveByArrows}
      {...hand}
      {...focus}
    >
      {order.length > 0 ? (
        <ul className={styles["list"]}>
          {order.map((id) => (
            <RoomRow key={id} roomId={id} />
          ))}
        </ul>
      ) : (
        <NoneListed />
      )}
      <MoreRooms />
    </div>
  );
}

/** What an empty filter says; nothing before its first page has come. */
function NoneListed() {
  const t = useTranslations("rooms");
  const isKnown = useAppState((state) => listPhase(state) === "ready" && !hasMoreListed(state));
  const filter = useAppState((state) => state.listing.filter);
  const { chooseRoomView } = useCommands();
  if (!isKnown) return null;
  return (
    <Blank title={t(`none.${filter}`)} hint={t(`noneHint.${filter}`)}>
      <Button onClick={() => chooseRoomView({ filter: "all", sort: "activity" })}>{t("showAll")}</Button>
    </Blank>
  );
}

/** Shown below the rows while there are more. */
function MoreRooms() {
  const t = useTranslations();
  const phase = useAppState(listPhase);
  const { loadMoreRooms } = useCommands();
  if (phase === "loading") {
    return (
      <p className={styles["more"]} role="status">
        {t("rooms.loading")}
      </p>
    );
  }
  if (phase !== "failed") return null;
  return (
    <div className={styles["more"]} role="alert">
      <span>{t("rooms.failedMore")}</span>
      <Button onClick={loadMoreRooms}>{t("app.retry")}</Button>
    </div>
  );
}

/** Whether the keyboard is among the rows: a click has chosen its row already. */
function useRowFocus() {
  const [hasFocus, setHasFocus] = useState(false);
  const focus = {
    onFocus: (event: FocusEvent<HTMLElement>) => setHasFocus(event.target.matches(":focus-visible")),
    onBlur: () => setHasFocus(false),
  };
  return { hasFocus, focus };
}

/** The order on screen: the newest one, but never changed under a pointer about to press, or under the keyboard's focus. */
function useSteady(newest: readonly number[], isHeld: boolean): readonly number[] {
  const [shown, setShown] = useState(newest);
  const there = useAppState(useShallow((state) => shown.filter((id) => isListable(state, id))));
  const next = stableOrder(there, newest, isHeld);
  const isSame = next.length === shown.length && next.every((id, i) => id === shown[i]);
  if (!isSame) setShown(next);
  return isSame ? shown : next;
}

/** Requests the next page when less than a screenful lies below, also while too few rows are there to scroll. */
function useLoadNearEnd(scroller: React.RefObject<HTMLDivElement | null>, rows: number): () => void {
  const canLoad = useAppState(hasMoreListed);
  const { loadMoreRooms } = useCommands();
  function loadNearEnd() {
    const element = scroller.current;
    if (!element || !canLoad) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < element.clientHeight) loadMoreRooms();
  }
  useEffect(loadNearEnd, [canLoad, rows, scroller, loadMoreRooms]);
  return loadNearEnd;
}

/** Closing a room returns the focus to its row, when the focused element is gone with the room. */
function useFocusBack(scroller: React.RefObject<HTMLDivElement | null>): void {
  const open = useAppState(selectedRoomId);
  const before = useRef(open);
  useEffect(() => {
    const closed = open === null ? before.current : null;
    before.current = open;
    const list = scroller.current;
    if (closed === null || !list || list.ownerDocument.activeElement !== list.ownerDocument.body) return;
    const row = list.querySelector<HTMLElement>(`a[data-room="${closed}"]`);
    // ROOM-8: a room that was left has no row.
    (row ?? list.querySelector<HTMLElement>("a[data-room]"))?.focus({ preventScroll: true });
  }, [open, scroller]);
}

function moveByArrows(event: KeyboardEvent<HTMLDivElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("a[href]")];
  const at = links.findIndex((link) => link === event.target);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = to === undefined ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  link.focus();
}
