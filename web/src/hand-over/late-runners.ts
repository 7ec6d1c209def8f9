import { paths } from "../state/navigation/paths.ts";
import { deviceStorage, type DeviceStorage } from "../platform/storage/device-storage.ts";
import { isMedia, twoPanes } from "../platform/page/use-media.ts";
import type { HandedRoom, HandOverEffects } from "./hand-over-part.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import type { RoomId } from "../state/entities.ts";

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

/** How long a hand-over counts as news, ms: long enough for a weekend. Older ones stay in "Ale mele" with their note. */
const newsMs = 3 * 24 * 3_600_000;

const rememberedMax = 1000;

/** ACT-10: marks hand-overs as announced on this device, and returns those rooms not announced before. */
export function markAnnounced(
  device: Pick<DeviceStorage, "get" | "set">,
  owner: string,
  handed: readonly HandedRoom[],
  now: number,
): readonly RoomId[] {
  const key = `cuplaj.handed-over.${owner}`;
  const stored = parseJson(device.get(key));
  const isNews = (at: string): boolean => parseTimestamp(at) > now - newsMs;
  const announced = (Array.isArray(stored) ? stored : [])
    .filter((each): each is string => typeof each === "string")
    .filter((each) => isNews(each.split(" ")[1] ?? ""));
  const news = handed.filter((each) => isNews(each.at) && !announced.includes(markOf(each)));
  if (news.length === 0) return [];
  device.set(key, JSON.stringify([...announced, ...news.map(markOf)].slice(-rememberedMax)));
  return news.map(({ roomId }) => roomId);
}

const markOf = ({ roomId, at }: HandedRoom): string => `${roomId} ${at}`;
