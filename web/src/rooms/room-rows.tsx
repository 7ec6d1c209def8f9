import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { moveByArrows } from "../platform/input/move-by-arrows.ts";
import type { RoomId } from "../state/entities.ts";
import { isPinned } from "../state/own-rooms/own-rooms.ts";
import { me, selectedRoomId } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { hasMoreListed, isListable, listedRooms, listPhase } from "../state/rooms/listing.ts";
import { RoomRow } from "./room-row.tsx";
import { RowMenus } from "./row-menus.tsx";
import { stableOrder } from "../state/rooms/listed-rooms.ts";
import styles from "./rooms-pane.module.css";

const drawnStep = 20;

const moveAmongRooms = moveByArrows("a[href]");

export function RoomRows({ isHeld }: { readonly isHeld: boolean }) {
  const t = useTranslations("rooms");
  const newest = useAppState(useShallow(listedRooms));
  const { hasFocus, focusedId, focus } = useRowFocus();
  const { order, refresh } = useSteady(newest, isHeld || hasFocus);
  const news = useAppState((state) => newsAbove(state, order, newest));
  const scroller = useRef<HTMLDivElement>(null);
  const { drawnMax, fillNearEnd } = useFilling(scroller, order.length);
  const drawn = order.slice(0, drawnMax);
  const open = useAppState(selectedRoomId);
  const tabStop = [focusedId, open].find((id) => id !== null && drawn.includes(id)) ?? drawn[0];
  useFocusBack(scroller);

  return (
    <>
      {news > 0 && (
        <button
          type="button"
          className={styles["news"]}
          onClick={() => {
            refresh();
            scroller.current?.scrollTo({ top: 0 });
          }}
        >
          {t("newsAbove", { count: news })}
        </button>
      )}
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="presentation"
        onScroll={fillNearEnd}
        onKeyDown={moveAmongRooms}
        {...focus}
      >
        {order.length > 0 ? (
          <ul className={styles["list"]}>
            {drawn.map((id) => (
              <RoomRow key={id} roomId={id} isTabStop={id === tabStop} />
            ))}
          </ul>
        ) : (
          <NoneListed />
        )}
        <MoreRooms />
      </div>
      <RowMenus list={scroller} />
    </>
  );
}

/** LIST-1c: counts the rooms that would move to the top if the order were not held, except pinned rooms and the person's own messages. */
export function newsAbove(state: AppState, order: readonly RoomId[], newest: readonly RoomId[]): number {
  if (order === newest) return 0;
  const first = order.find((id) => !isPinned(state, id));
  const top = first === undefined ? -1 : newest.indexOf(first);
  return newest.slice(0, Math.max(0, top)).filter((id) => !isPinned(state, id) && !isOwnNewest(state, id)).length;
}

function isOwnNewest(state: AppState, roomId: RoomId): boolean {
  const author = state.rooms.byId[roomId]?.lastMessage?.author ?? null;
  return author !== null && author.id === me(state)?.id;
}

function NoneListed() {
  const t = useTranslations("rooms");
  const isKnown = useAppState((state) => listPhase(state) === "ready" && !hasMoreListed(state));
  const filter = useAppState((state) => state.listing.filter);
  const dispatch = useDispatch();
  if (!isKnown) return null;
  return (
    <Blank title={t(`none.${filter}`)} hint={t(`noneHint.${filter}`)}>
      <Button onClick={() => dispatch({ type: "rooms/view-chosen", view: { filter: "all", sort: "activity" } })}>
        {t("showAll")}
      </Button>
    </Blank>
  );
}

function MoreRooms() {
  const t = useTranslations();
  const phase = useAppState(listPhase);
  const dispatch = useDispatch();
  if (phase === "loading")
    return (
      <p className={styles["more"]} role="status">
        {t("rooms.loading")}
      </p>
    );
  if (phase !== "failed") return null;
  return (
    <div className={styles["more"]} role="alert">
      <span>{t("rooms.failedMore")}</span>
      <Button onClick={() => dispatch({ type: "rooms/more-asked" })}>{t("app.retry")}</Button>
    </div>
  );
}

/** `hasFocus` is about keyboard focus only: a click has already chosen its row. */
function useRowFocus() {
  const [hasFocus, setHasFocus] = useState(false);
  const [focusedId, setFocusedId] = useState<RoomId | null>(null);
  const focus = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      setHasFocus(target.matches(":focus-visible"));
      const row = target.closest("li")?.querySelector<HTMLElement>("[data-room]");
      if (row) setFocusedId(Number(row.dataset["room"]));
    },
    onBlur: () => setHasFocus(false),
  };
  return { hasFocus, focusedId, focus };
}

/** The newest order, held while a press is likely or the keyboard focus is inside. */
function useSteady(newest: readonly RoomId[], isHeld: boolean) {
  const [shown, setShown] = useState(newest);
  const there = useAppState(useShallow((state) => shown.filter((id) => isListable(state, id))));
  const next = stableOrder(there, newest, isHeld);
  const isSame = next.length === shown.length && next.every((id, i) => id === shown[i]);
  if (!isSame) setShown(next);
  return { order: isSame ? shown : next, refresh: () => setShown(newest) };
}

/** Draws more rows when less than a screenful is left (PERF-12), and requests the next page once all are drawn. */
function useFilling(scroller: React.RefObject<HTMLDivElement | null>, rows: number) {
  const [drawnMax, setDrawnMax] = useState(drawnStep);
  const canLoad = useAppState(hasMoreListed);
  const dispatch = useDispatch();
  function fillNearEnd() {
    const element = scroller.current;
    if (!element || (drawnMax >= rows && !canLoad)) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below >= element.clientHeight) return;
    // oxlint-disable-next-line react/set-state-in-effect -- how many rows fill the list is known only once they are drawn
    if (drawnMax < rows) setDrawnMax(drawnMax + drawnStep);
    else dispatch({ type: "rooms/more-asked" });
  }
  useEffect(fillNearEnd, [canLoad, drawnMax, rows, scroller, dispatch]);
  return { drawnMax, fillNearEnd };
}

/** Closing a room that has the focus returns the focus to its row. */
function useFocusBack(scroller: React.RefObject<HTMLDivElement | null>): void {
  const open = useAppState(selectedRoomId);
  const before = useRef(open);
  useEffect(() => {
    const closed = open === null ? before.current : null;
    before.current = open;
    const list = scroller.current;
    if (closed === null || !list || list.ownerDocument.activeElement !== list.ownerDocument.body) return;
    const row = list.querySelector<HTMLElement>(`a[data-room="${closed}"]`);
    (row ?? list.querySelector<HTMLElement>("a[data-room]"))?.focus({ preventScroll: true });
  }, [open, scroller]);
}
