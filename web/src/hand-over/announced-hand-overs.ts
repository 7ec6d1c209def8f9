import { parseTimestamp } from "../platform/clock.ts";
import type { DeviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import type { RoomId } from "../state/entities.ts";
import type { HandedRoom } from "./hand-over-shape.ts";

/** How long a hand-over is news, ms: over a weekend. Older ones stand in "Ale mele", with their note. */
const newsMs = 3 * 24 * 3_600_000;

/** Most hand-overs remembered as announced; the oldest make room. */
const rememberedMax = 1000;

/** Marks hand-overs as announced on this device, and answers the rooms whose hand-over is news and was not (ACT-10). */
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
