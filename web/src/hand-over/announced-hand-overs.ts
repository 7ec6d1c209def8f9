import { deviceStorage } from "../platform/device-storage.ts";
import { parseJson } from "../platform/parse-json.ts";
import type { RoomId } from "../state/entities.ts";

/** Most rooms whose hand-overs are remembered as announced; the oldest make room. */
const rememberedMax = 100;

/** Marks a hand-over as announced on this device, and answers whether it was not (ACT-10). */
export function markAnnounced(owner: string, roomId: RoomId, at: string): boolean {
  const key = `cuplaj.handed-over.${owner}`;
  const stored = parseJson(deviceStorage.get(key));
  const announced = (Array.isArray(stored) ? stored : []).filter((each): each is string => typeof each === "string");
  const mark = `${roomId} ${at}`;
  if (announced.includes(mark)) return false;
  const others = announced.filter((each) => !each.startsWith(`${roomId} `));
  deviceStorage.set(key, JSON.stringify([...others, mark].slice(-rememberedMax)));
  return true;
}
