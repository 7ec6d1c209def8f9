import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { focusWhenDrawn } from "../platform/input/focus.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { RoomId } from "../state/entities.ts";
import { hasWayBack } from "../state/messages/quotes-state.ts";
import type { DrawnRows } from "./drawn-rows.ts";

export const isAlone = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey || shiftKey);

/** Home jumps to a room's first message, End to its live end. Returns whether it used the key. */
export function useEndKeys(roomId: RoomId): (event: KeyboardEvent) => boolean {
  const dispatch = useDispatch();
  return (event) => {
    if (!isAlone(event) || (event.key !== "End" && event.key !== "Home")) return false;
    event.preventDefault();
    if (event.key === "End") dispatch({ type: "messages/end-asked", roomId });
    else dispatch({ type: "messages/around-asked", roomId, seq: 1 });
    return true;
  };
}

/** REPLY-4: Escape returns to where a quote was followed. Returns whether the key was used. */
export function useBackKey(roomId: RoomId): (event: KeyboardEvent) => boolean {
  const isAway = useAppState((state) => hasWayBack(state, roomId));
  const dispatch = useDispatch();
  return (event) => {
    if (event.key !== "Escape" || !isAway) return false;
    event.preventDefault();
    dispatch({ type: "quotes/returned", roomId });
    return true;
  };
}

interface ListToWalk extends Pick<DrawnRows, "length" | "drawnOf" | "drawnAt"> {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly indexOfSeq: (seq: number) => number;
  readonly load: (step: -1 | 1) => void;
}

const lookBackMax = 200;

/** The focused message; its `seq`, once known, speeds up finding it. */
interface Active {
  readonly key: string;
  readonly seq: number | null;
}

/** ACT-5a: Up and Down move through messages, Tab goes to the actions, and Escape goes back to the message, then to the composer. */
export function useMessageKeys({ list, scroller, length, drawnOf, drawnAt, indexOfSeq, load }: ListToWalk) {
  const [active, setActive] = useState<Active | null>(null);
  const isGoing = useRef(false);
  const waiting = useRef<-1 | 1 | null>(null);
  const index = active === null ? -1 : indexOf(active, { length, drawnOf, indexOfSeq });
  const edges = `${drawnOf(0)?.key ?? ""} ${length}`;

  function walk(step: -1 | 1, isAtMessage: boolean) {
    const handle = list.current;
    if (!handle) return;
    const next = messageFrom(isAtMessage && index >= 0 ? index + step : startOf(handle, step), step);
    waiting.current = next === null ? step : null;
    if (next === null) load(step);
    else goTo(next);
  }

  function messageFrom(from: number, step: -1 | 1): number | null {
    for (let at = from; at >= 0 && at < length; at += step) if (drawnOf(at)?.author) return at;
    return null;
  }

  function goTo(next: number) {
    const drawn = drawnOf(next);
    if (!drawn) return;
    isGoing.current = true;
    setActive({ key: drawn.key, seq: drawn.stored?.seq ?? null });
    list.current?.scrollToIndex(drawnAt(next), { align: "nearest" });
  }

  useLayoutEffect(() => {
    const row = isGoing.current && active !== null ? rowOf(scroller.current, active.key) : null;
    isGoing.current = false;
    return row
      ? focusWhenDrawn(row, () => list.current?.scrollToIndex(drawnAt(index), { align: "nearest" }))
      : undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- it must run only once for each step
  }, [active?.key]);

  useLayoutEffect(() => {
    const step = waiting.current;
    if (step === null || index < 0 || !scroller.current?.matches(":focus-within")) return;
    const next = messageFrom(index + step, step);
    if (next === null) return;
    waiting.current = null;
    goTo(next);
    // oxlint-disable-next-line react/exhaustive-deps -- it must run only when rows arrive at an edge
  }, [edges]);

  return {
    activeKey: active?.key ?? null,
    keepMounted: index < 0 ? [] : [drawnAt(index)],
    onWalkKey: (event: KeyboardEvent<HTMLElement>): boolean => {
      if (!isAlone(event)) return false;
      if (event.key === "ArrowUp" || event.key === "ArrowDown")
        walk(event.key === "ArrowUp" ? -1 : 1, event.target !== event.currentTarget);
      else if (event.key === "Escape") leave(event.target);
      else return false;
      event.preventDefault();
      return true;
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>("article[data-key]");
      const { key, seq } = row?.dataset ?? {};
      if (key !== undefined && key !== active?.key) setActive({ key, seq: seq === undefined ? null : Number(seq) });
    },
  };
}

function indexOf({ key, seq }: Active, rows: Pick<ListToWalk, "length" | "drawnOf" | "indexOfSeq">): number {
  const { length, drawnOf, indexOfSeq } = rows;
  if (seq !== null) return drawnOf(indexOfSeq(seq))?.key === key ? indexOfSeq(seq) : -1;
  for (let at = length - 1; at >= Math.max(0, length - lookBackMax); at -= 1) if (drawnOf(at)?.key === key) return at;
  return -1;
}

/** Moves from a message's actions to the message, and from there to the composer (for a visitor, to the room's heading). */
function leave(from: EventTarget): void {
  if (!(from instanceof Element)) return;
  const row = from.closest<HTMLElement>("article[data-key]");
  const room = from.closest("section");
  if (row && row !== from) row.focus({ preventScroll: true });
  else (room?.querySelector<HTMLElement>("textarea") ?? room?.querySelector("h2"))?.focus();
}

const rowOf = (scroller: HTMLElement | null, key: string): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`article[data-key="${CSS.escape(key)}"]`) ?? null;

/** Starts upwards at the last row on screen, downwards at the first. */
const startOf = (list: VirtualizerHandle, step: -1 | 1): number =>
  list.findItemIndex(list.scrollOffset + (step < 0 ? list.viewportSize - 1 : 0));
