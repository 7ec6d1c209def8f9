import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { Timeline } from "./messages-shape.ts";
import type { RoomId } from "../state/entities.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import { withheld } from "./line.ts";
import { indexAtSeq, lastMessage, messageAt } from "./message-log.ts";
import { useHeldPlace } from "./use-held-place.ts";

/** Within this distance of its end the list follows new messages. */
const followPx = 100;
/** Up to here the list counts as standing exactly at its end, and stays there when anything grows. */
const exactPx = 2;
/** Older messages are asked for while this many screens are still above. */
const screensAhead = 2;

interface ListToScroll {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly divider: number;
  readonly length: number;
}

/** How the message list moves: it starts and follows at its end, loads ahead on the way up, and never moves what is read. */
export function useListScrolling({ list, scroller, roomId, timeline, divider, length }: ListToScroll) {
  const { setAtEnd, loadOlderMessages } = useCommands();
  const isSentNow = useChat((state) => state.scrollDownRoomId === roomId);
  const isPrepending = useIsPrepending(messageAt(timeline.log, withheld(timeline))?.seq ?? 0);
  const place = useHeldPlace({ list, scroller, isPrepending });
  const gapPx = useRef(0);
  const offsetPx = useRef(0);
  const [leftAtSeq, setLeftAtSeq] = useState<number | null>(null);
  const [isDividerAbove, setIsDividerAbove] = useState(false);
  const isAtEnd = leftAtSeq === null;

  function toEnd() {
    list.current?.scrollToIndex(length - 1, { align: "end" });
  }

  function loadAhead() {
    const handle = list.current;
    if (!handle || timeline.older !== "some") return;
    if (handle.scrollOffset < handle.viewportSize * screensAhead) loadOlderMessages(roomId);
  }

  function onScroll() {
    const handle = list.current;
    if (!handle) return;
    gapPx.current = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    const isUpwards = handle.scrollOffset < offsetPx.current;
    offsetPx.current = handle.scrollOffset;
    // Only a way up leaves the end: while rows are measured it runs ahead of the list, which is on its way there.
    const isNowAtEnd = gapPx.current <= followPx || (isAtEnd && !isUpwards);
    if (isNowAtEnd !== isAtEnd) {
      setLeftAtSeq(isNowAtEnd ? null : (lastMessage(timeline.log)?.seq ?? 0));
      setAtEnd(roomId, isNowAtEnd);
    }
    setIsDividerAbove(divider >= 0 && handle.findItemIndex(handle.scrollOffset) > divider);
    loadAhead();
  }

  // What stood exactly at the end stays there when a row or the window changes its size; what is being read stays too.
  function onResize() {
    if (gapPx.current <= exactPx) list.current?.scrollTo(list.current.scrollSize);
    else place.hold();
  }

  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
    // oxlint-disable-next-line react/exhaustive-deps -- follows what arrives, not the wish to follow
  }, [length]);
  // SCROLL-1: one's own message is always gone to.
  useLayoutEffect(() => {
    if (isSentNow) toEnd();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each message of one's own
  }, [isSentNow]);
  // A page that was short, or a hand that is faster than the network.
  useEffect(loadAhead);

  return {
    isPrepending,
    isAtEnd,
    isDividerAbove,
    /** Messages that have come since the end was left. */
    arrived: leftAtSeq === null ? 0 : timeline.log.length - indexAtSeq(timeline.log, leftAtSeq + 1),
    onScroll,
    onScrollEnd: place.letGo,
    onResize,
    toEnd,
    toDivider: () => list.current?.scrollToIndex(Math.max(0, divider), { align: "start", offset: -48 }),
  };
}

/** True for exactly the render in which older rows come in front: only then the place is kept from the end. */
function useIsPrepending(frontSeq: number): boolean {
  const [drawn, setDrawn] = useState(frontSeq);
  // oxlint-disable-next-line react/set-state-in-effect -- one drawn frame with the sign, the next without it
  useLayoutEffect(() => setDrawn(frontSeq), [frontSeq]);
  return frontSeq < drawn;
}
