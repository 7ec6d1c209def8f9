import type { FoundMessage, FoundRoom, RoomFind } from "./search-shape.ts";

/** What of a found room says most: a line of its offer, else a message, else what else was found; null for nothing. */
export type BestFound =
  | { readonly kind: "find"; readonly find: RoomFind }
  | { readonly kind: "hit"; readonly hit: FoundMessage }
  | null;

export function bestFound({ finds, hits: [hit] }: FoundRoom): BestFound {
  const line = finds.find(({ lineId }) => lineId !== null);
  if (!line && hit) return { kind: "hit", hit };
  const find = line ?? finds[0];
  return find ? { kind: "find", find } : null;
}

/** Whether that is more than the room itself, which the list of rooms shows as well. */
export function isMoreThanRoom(found: FoundRoom): boolean {
  const best = bestFound(found);
  return best?.kind === "hit" || (best?.kind === "find" && best.find.lineId !== null);
}
