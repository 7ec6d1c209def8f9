import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { endTurn, layOver, onTurn, turn } from "../page/page-history.ts";

/** BACK-1: while mounted, the back button only calls `close`; null passes the button on. */
export function useBackToClose(close: (() => void) | null): void {
  const onBack = useEffectEvent(() => close?.());
  const isOver = close !== null;
  useEffect(() => (isOver ? layOver(() => onBack()) : undefined), [isOver]);
  const page = useSyncExternalStore(onTurn, turn, turn);
  useEffect(endTurn, [page]);
}
