import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useAppState, useDispatch } from "../app-context.ts";
import { roomNameOf } from "./open-room.ts";

export function offerNumberOf(text: string): string | null {
  const number = text.trim();
  return /^[1-9]\d{0,14}$/.test(number) ? number : null;
}

/** `field` is where the number was typed, if it was. */
export function useOwnJoin(field: RefObject<HTMLInputElement | null> | null, onOpened = () => {}) {
  const [asked, setAsked] = useState<string | null>(null);
  const dispatch = useDispatch();
  const joining = useAppState((state) => state.joining);
  const own = asked !== null && joining.phase !== "none" && joining.roomRef === roomNameOf(asked) ? joining : null;
  const isDone = asked !== null && joining.phase === "none";
  const opened = useEffectEvent(onOpened);
  useEffect(() => {
    if (isDone) opened();
  }, [isDone]);
  const isFailed = own?.phase === "failed";
  useEffect(() => {
    if (isFailed) field?.current?.select();
  }, [isFailed, field]);
  const isBusy = own?.phase === "busy";
  const failure = own?.phase === "failed" ? own.error : null;

  function begin(offerNumber: string): void {
    setAsked(offerNumber);
    dispatch({ type: "room/join-asked", roomRef: offerNumber });
  }

  function drop(): void {
    if (!isBusy && failure === null) return;
    setAsked(null);
    dispatch({ type: "room/join-dropped" });
  }
  return { isBusy, failure, begin, drop };
}
