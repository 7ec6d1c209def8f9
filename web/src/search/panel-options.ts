import type { KeyboardEvent } from "react";
import type { FoundRoom, Search, FoundMessage, RoomFind } from "./search-shape.ts";
import type { SwitcherCustomer, SwitcherMatches, SwitcherRoom } from "./switcher.ts";

/** `key` tells one from another while the list changes. */
export type PanelOption = { readonly key: string } & (
  | { readonly kind: "room"; readonly room: SwitcherRoom }
  | { readonly kind: "customer"; readonly customer: SwitcherCustomer }
  | { readonly kind: "recent"; readonly text: string }
  | { readonly kind: "all" }
  | { readonly kind: "found"; readonly found: FoundRoom }
);

/** Returns whether the suggestions used a key of the field. */
export type PanelKeys = (event: KeyboardEvent) => boolean;

export interface PanelGroup {
  readonly name: "unread" | "rooms" | "customers" | "all" | "found" | "recent";
  readonly options: readonly PanelOption[];
}

/** Most rooms shown of those that the page holds, and of those that the server found. */
const heldMax = 5;
const foundMax = 6;

/** What is there at once comes first, so that nothing moves when the server answers. */
export function panelGroups(
  { rooms, customers, recent }: SwitcherMatches & { readonly recent: readonly string[] },
  search: Search,
): readonly PanelGroup[] {
  const isAsked = search.phase !== "idle";
  const isBlank = search.input.text.trim() === "";
  const shown = isAsked ? rooms.slice(0, heldMax) : rooms;
  const held = new Set(shown.map(({ roomId }) => roomId));
  const found = search.rooms.filter((each) => !held.has(each.room.id) || isMoreThanRoom(each));
  const groups: readonly PanelGroup[] = [
    {
      name: isBlank ? "unread" : "rooms",
      options: shown.map((room) => ({ key: `room-${room.roomId}`, kind: "room", room })),
    },
    {
      name: "customers",
      options: customers.map((customer) => ({ key: `customer-${customer.person.id}`, kind: "customer", customer })),
    },
    { name: "all", options: isAsked ? [{ key: "all", kind: "all" }] : [] },
    {
      name: "found",
      options: isAsked
        ? found.slice(0, foundMax).map((each) => ({ key: `found-${each.room.id}`, kind: "found", found: each }))
        : [],
    },
    { name: "recent", options: isAsked ? [] : recent.map((text) => ({ key: `recent-${text}`, kind: "recent", text })) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** FIND-3o: the option that Enter chooses: the one gone to by arrows; else the first, where it is a room or no server searches; else none. */
export function activeIndex(options: readonly PanelOption[], chosen: string | null, search: Search): number {
  const index = options.findIndex(({ key }) => key === chosen);
  if (index >= 0) return index;
  return options[0]?.kind === "room" || (options[0] && search.phase === "idle") ? 0 : -1;
}

/** What of a found room says most. */
type BestFound =
  | { readonly kind: "find"; readonly find: RoomFind }
  | { readonly kind: "hit"; readonly hit: FoundMessage }
  | null;

export function bestFound({ finds, hits: [hit] }: FoundRoom): BestFound {
  const line = finds.find(({ lineId }) => lineId !== null);
  if (!line && hit) return { kind: "hit", hit };
  const find = line ?? finds[0];
  return find ? { kind: "find", find } : null;
}

/** More than the room itself, which the list of rooms shows as well. */
function isMoreThanRoom(found: FoundRoom): boolean {
  const best = bestFound(found);
  return best?.kind === "hit" || (best?.kind === "find" && best.find.lineId !== null);
}
