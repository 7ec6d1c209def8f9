import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";

/** Most offers stored for a person; the one seen longest ago gives way. */
const seenOffersMax = 100;

const prefix = "cuplaj.offers-seen.";

/** OFF-8: the version of an offer that a person (`ownerKey`) saw last on this device; null before the first. */
export const seenVersion = (owner: string, offerNumber: number): number | null =>
  storedPairs(owner).find(([number]) => number === offerNumber)?.[1] ?? null;

export function saveSeenVersion(owner: string, offerNumber: number, version: number): void {
  const others = storedPairs(owner).filter(([number]) => number !== offerNumber);
  deviceStorage.set(prefix + owner, JSON.stringify([...others, [offerNumber, version]].slice(-seenOffersMax)));
}

/** SIGN-2: whoever signs out leaves none on the device. */
export function forgetSeenVersions(): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
}

type Pair = readonly [number, number];

function storedPairs(owner: string): readonly Pair[] {
  const saved = parseJson(deviceStorage.get(prefix + owner));
  return Array.isArray(saved) ? saved.filter(isPair) : [];
}

const isPair = (pair: unknown): pair is Pair =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => Number.isSafeInteger(part));
