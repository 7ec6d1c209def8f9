import { deviceStorage } from "../platform/device-storage.ts";
import { parseJson } from "../platform/parse-json.ts";

/** How many rooms are remembered as opened last. */
const lastOpenedMax = 8;

const prefix = "cuplaj.opened.";

/** LIST-8: the names of the rooms that a person (`ownerKey`) opened last on this device, the last one first. */
export function storedLastOpened(owner: string): readonly string[] {
  const stored = parseJson(deviceStorage.get(prefix + owner));
  return Array.isArray(stored) ? stored.filter((name) => typeof name === "string").slice(0, lastOpenedMax) : [];
}

/** Remembers a room as opened; answers all of them. */
export function saveLastOpened(owner: string, name: string): readonly string[] {
  const names = [name, ...storedLastOpened(owner).filter((other) => other !== name)].slice(0, lastOpenedMax);
  deviceStorage.set(prefix + owner, JSON.stringify(names));
  return names;
}

/** SIGN-2: whoever signs out leaves none on the device. */
export function forgetLastOpened(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
}
