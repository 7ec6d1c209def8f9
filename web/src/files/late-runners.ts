import { messageFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api, settle }: Outside): Runners<"call-room-files"> => ({
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
