import type { KeyboardEvent } from "react";
import type { RoomId } from "../entities.ts";
import { useAppState, useDispatch } from "../app-context.ts";
import { hasWayBack } from "./quotes-state.ts";

/** REPLY-4: Escape returns to where a quote was followed. Returns whether it did. */
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
