import { useEffect } from "react";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { AskedAndDone, AskedChange } from "./administration-shape.ts";

/** How a change is asked for, and how the last one stands. */
export function useAsking() {
  const { administer } = useCommands();
  const change: AskedAndDone | null = useAppState((state) => state.administration?.change ?? null);
  return {
    change,
    ask: (asked: AskedChange) => administer({ type: "administration/change-asked", asked }),
    /** Of a token, whether it is this one that is being ended. */
    isBusy: (kind: AskedChange["kind"], tokenId?: number): boolean =>
      change?.phase === "busy" &&
      change.asked.kind === kind &&
      (change.asked.kind !== "end-token" || change.asked.tokenId === tokenId),
  };
}

/** The same for a dialog: what came of a change before it opened does not stand there, and its own is gone when it closes. */
export function useChange() {
  const { administer } = useCommands();
  useEffect(() => {
    const read = (): void => administer({ type: "administration/change-read" });
    read();
    return read;
  }, [administer]);
  return useAsking();
}
