import { roomFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";
import type { RequestsEffects } from "./requests-shape.ts";

export function lateRunners({ api: { call }, settle }: Outside): Runners<keyof RequestsEffects> {
  return {
    "call-change-request": ({ roomId, requestId, change }) =>
      settle(
        call("changeRequest", { params: { requestId }, body: change }),
        ({ chat }) => ({ type: "requests/changed", room: roomFromWire(chat) }),
        (error) => ({ type: "requests/change-failed", roomId, error }),
      ),
  };
}
