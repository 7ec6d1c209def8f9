import { messageFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

const recheckMs = 15_000;

export const lateRunners = ({
  api,
  clock,
  settle,
  store,
}: Outside): Runners<"call-room-files" | "recheck-storage"> => ({
  "recheck-storage": () => {
    const recheck = (): void => {
      if (store.getState().storageTrouble === null) return;
      // Every answer reports the storage (OPS-6a).
      void api.call("settings");
      clock.later(recheckMs, recheck);
    };
    clock.later(recheckMs, recheck);
  },
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
});
