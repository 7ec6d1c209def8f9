import { messageFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

/** On average. The live connection brings the news sooner, except from another server process or while it is lost. */
const recheckMs = 60_000;

export function lateRunners({
  api,
  clock,
  random,
  settle,
  store,
}: Outside): Runners<"call-room-files" | "recheck-storage"> {
  let cancel = (): void => undefined;
  function recheckLater(): void {
    cancel();
    // All pages hear of the trouble at once, and should not ask at once.
    cancel = clock.later(recheckMs * (0.5 + random()), () => {
      if (store.getState().storageTrouble === null) return;
      // Every answer reports the storage (OPS-6a).
      void api.call("settings");
      recheckLater();
    });
  }
  return {
    "recheck-storage": recheckLater,
    "call-room-files": ({ roomId, page }) =>
      settle(
        api.call("listFiles", { params: { roomId: String(roomId), page } }),
        ({ messages, total }) => ({
          type: "files/list-loaded",
          roomId,
          page,
          total,
          messages: messages.map(messageFromWire),
        }),
        (error) => ({ type: "files/list-failed", roomId, error }),
      ),
  };
}
