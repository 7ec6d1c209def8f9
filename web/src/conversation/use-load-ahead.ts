import { type RefObject, useEffect } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryRange } from "../state/history/history-shape.ts";
import type { RoomId } from "../state/entities.ts";
import { useCommands } from "../state/app-context.ts";
import { useIsSettled } from "./use-untouched.ts";

/** More messages are requested below this many screens on a side. */
const screensAhead = 2;
/** After a jump the list is measured this long before more is requested, ms. */
const settleMs = 200;

interface ListToFill {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly roomId: RoomId;
  readonly range: HistoryRange;
  readonly jumps: number;
}

/** OLDER-2: requests more of a range before its edge is reached, on either side; the result is to be called on scrolling. */
export function useLoadAhead({ list, roomId, range, jumps }: ListToFill): () => void {
  const { loadOlderMessages, loadNewerMessages } = useCommands();
  const isSettled = useIsSettled(jumps, settleMs, () => loadAhead());

  function loadAhead() {
    const handle = list.current;
    if (!handle || !isSettled()) return;
    const aheadPx = handle.viewportSize * screensAhead;
    if (range.older === "some" && handle.scrollOffset < aheadPx) loadOlderMessages(roomId);
    const belowPx = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    if (range.newer === "some" && belowPx < aheadPx) loadNewerMessages(roomId);
  }

  // After a short page, or when scrolling outpaces the network.
  useEffect(loadAhead);
  return loadAhead;
}
