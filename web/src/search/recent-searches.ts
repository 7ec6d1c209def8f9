import { deviceStorage } from "../platform/device-storage.ts";
import { parseJson } from "../platform/parse-json.ts";

/** How many searches are remembered. */
const recentMax = 10;

const prefix = "cuplaj.searches.";

/** FIND-3e: what a person (`ownerKey`) searched last on this device, the last one first. */
export function storedSearches(owner: string): readonly string[] {
  const stored = parseJson(deviceStorage.get(prefix + owner));
  return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, recentMax) : [];
}

/** Remembers a search; answers all of them. */
export const saveSearch = (owner: string, text: string): readonly string[] =>
  store(owner, [text, ...without(owner, text)].slice(0, recentMax));

/** Forgets a search; answers the others. */
export const dropSearch = (owner: string, text: string): readonly string[] => store(owner, without(owner, text));

/** SIGN-2: whoever signs out leaves none on the device. */
export function forgetSearches(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
}

const without = (owner: string, text: string): readonly string[] =>
  storedSearches(owner).filter((other) => other !== text);

function store(owner: string, texts: readonly string[]): readonly string[] {
  deviceStorage.set(prefix + owner, texts.length === 0 ? null : JSON.stringify(texts));
  return texts;
}
