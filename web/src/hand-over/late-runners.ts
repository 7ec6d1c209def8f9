import { paths } from "../state/navigation/paths.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { isMedia, twoPanes } from "../platform/page/use-media.ts";
import type { HandOverEffects } from "./hand-over-shape.ts";
import { markAnnounced } from "./announced-hand-overs.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({
  api: { call },
  settle,
  clock,
  store: { dispatch, getState },
}: Outside): Runners<keyof HandOverEffects> => ({
  "call-hand-over": ({ roomId, to, note }) =>
    settle(
      call("handOver", { params: { roomId: String(roomId) }, body: note === "" ? { to } : { to, note } }),
      () => ({ type: "hand-over/done", roomId }),
      (error) => ({ type: "hand-over/failed", roomId, note, error }),
    ),
  "announce-hand-overs": ({ owner, handed }) => {
    const roomIds = markAnnounced(deviceStorage, owner, handed, clock.now());
    if (roomIds.length > 0) dispatch({ type: "hand-over/news", roomIds });
  },
  "show-own-rooms": () => {
    dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "activity" } });
    if (!isMedia(twoPanes)) dispatch({ type: "address/asked", path: paths.home });
    else if (!getState().isRoomListVisible) dispatch({ type: "navigation/room-list-toggled" });
  },
});
