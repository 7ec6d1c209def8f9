import { matchTexts, readQuery, type SearchQuery, type SearchRank, type Range } from "@cuplaj/protocol/search-text.ts";
import { cachedOffer } from "../state/offers/cached-offers.ts";
import type { Participant, Room, RoomId } from "../state/entities.ts";
import { isMuted } from "../state/own-rooms/own-rooms.ts";
import { faceOf, nameOf } from "../state/rooms/room-subject.ts";
import { type RoomTitle, titleOf } from "../state/rooms/room-title.ts";
import { isSamePerson, me, ownerKey, selectedRoomId, shownRooms, shownUnread } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import type { KeyboardEvent } from "react";
import type { FoundRoom, Search, FoundMessage, RoomFind } from "../state/search/search-shape.ts";

interface MarkedText {
  readonly text: string;
  readonly ranges: readonly Range[];
}

const beforeMax = 12;

/** FIND-3p: shortens the text so that it starts at a word shortly before the first match. */
export function nearFirst({ text, ranges }: MarkedText): MarkedText {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= beforeMax) return { text, ranges };
  const space = text.slice(first - beforeMax, first).search(/\s[\p{L}\p{N}]/u);
  const from = space < 0 ? first : first - beforeMax + space + 1;
  return { text: `…${text.slice(from)}`, ranges: ranges.map(([begin, end]) => [begin - from + 1, end - from + 1]) };
}

export interface SwitcherRoom {
  readonly roomId: RoomId;
  readonly person: Participant | null;
  readonly name: MarkedText;
  readonly vehicle: MarkedText;
  readonly title: RoomTitle;
  readonly number: MarkedText;
  /** Other matching fields, such as the VIN. */
  readonly other: readonly MarkedText[];
}

interface SwitcherCustomer {
  readonly person: Participant;
  readonly name: MarkedText;
  readonly roomCount: number;
}

interface SwitcherMatches {
  readonly rooms: readonly SwitcherRoom[];
  readonly customers: readonly SwitcherCustomer[];
}

const roomsMax = 8;
const customersMax = 2;

const ranks: Readonly<Record<SearchRank, number>> = { whole: 0, beginning: 1, part: 2 };

/** FIND-3b: the loaded rooms that match the text, or all of them if it is empty. */
export function switcherMatches(state: AppState, text: string): SwitcherMatches {
  const query = readQuery(text);
  const found = Object.values(state.rooms.byId).flatMap((room) => {
    const match = state.leaving[room.id] === undefined ? matchRoom(state, query, room) : null;
    return match === null ? [] : [match];
  });
  const rooms = inOrder(state, found).slice(0, roomsMax);
  return { rooms: rooms.map(({ shown }) => shown), customers: query.clauses.length === 0 ? [] : customersOf(found) };
}

interface Match {
  readonly rank: number;
  readonly isByName: boolean;
  readonly shown: SwitcherRoom;
}

function matchRoom(state: AppState, query: SearchQuery, room: Room): Match | null {
  const person = faceOf(state, room);
  const name = nameOf(state, room);
  const offer = cachedOffer(state, room.offerNumber);
  const { vin = "", plate = "" } = offer?.phase === "ready" ? offer.offer.vehicle : {};
  const title = titleOf(room);
  const self = me(state);
  const left = self?.kind === "customer" ? self : person;
  const others = room.members.filter((one) => !isSamePerson(one, left)).map((one) => one.name);
  const texts = [name, room.vehicle, String(title.id), vin, plate, ...others];
  const match = query.clauses.length === 0 ? nothing : matchTexts(query, texts);
  if (match === null) return null;
  const marked = (index: number): MarkedText => ({ text: texts[index] ?? "", ranges: match.ranges[index] ?? [] });
  const other = texts
    .map((_text, index) => marked(index))
    .filter(({ ranges }, index) => index > 2 && ranges.length > 0);
  const shown = { roomId: room.id, person, title, name: marked(0), vehicle: marked(1), number: marked(2), other };
  return { rank: ranks[match.rank], isByName: shown.name.ranges.length > 0, shown };
}

const nothing = { ranges: [], rank: "whole" } as const;

function inOrder(state: AppState, found: readonly Match[]): readonly Match[] {
  const open = selectedRoomId(state);
  const byActivity = positionsOf(shownRooms(state));
  const byOpening = positionsOf(state.lastOpened ?? []);
  const weigh = (match: Match): readonly number[] => {
    const { roomId } = match.shown;
    const isNew = shownUnread(state, roomId) > 0 && !isMuted(state, roomId);
    return [
      Number(roomId === open),
      match.rank,
      Number(!isNew),
      byOpening(state.rooms.byId[roomId]?.name ?? ""),
      byActivity(roomId),
      -roomId,
    ];
  };
  const weights = new Map(found.map((match) => [match, weigh(match)]));
  return found.toSorted((a, b) => compare(weights.get(a) ?? [], weights.get(b) ?? []));
}

function positionsOf<Key>(keys: readonly Key[]): (key: Key) => number {
  const positions = new Map(keys.map((key, index) => [key, index]));
  return (key) => positions.get(key) ?? keys.length;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

function customersOf(found: readonly Match[]): readonly SwitcherCustomer[] {
  const customers = new Map<string, SwitcherCustomer>();
  for (const { isByName, shown } of found) {
    const { person, name } = shown;
    if (person === null || !isByName) continue;
    const known = customers.get(ownerKey(person));
    customers.set(ownerKey(person), { person, name, roomCount: (known?.roomCount ?? 0) + 1 });
  }
  return [...customers.values()]
    .filter(({ roomCount }) => roomCount > 1)
    .toSorted((a, b) => b.roomCount - a.roomCount)
    .slice(0, customersMax);
}

export function recentMatches({ recentSearches }: AppState, text: string): readonly string[] {
  const query = readQuery(text);
  if (query.clauses.length === 0) return recentSearches;
  return recentSearches.filter((recent) => recent !== text.trim() && matchTexts(query, [recent]) !== null);
}

/** `key` identifies an option even while the list changes. */
export type PanelOption = { readonly key: string } & (
  | { readonly kind: "room"; readonly room: SwitcherRoom }
  | { readonly kind: "customer"; readonly customer: SwitcherCustomer }
  | { readonly kind: "recent"; readonly text: string }
  | { readonly kind: "all" }
  | { readonly kind: "found"; readonly found: FoundRoom }
);

export type PanelKeys = (event: KeyboardEvent) => boolean;

export interface PanelGroup {
  readonly name: "unread" | "rooms" | "customers" | "all" | "found" | "recent";
  readonly options: readonly PanelOption[];
}

const heldMax = 5;
const foundMax = 6;

/** Local results come first, so that nothing moves when the server responds. */
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

/**
 * FIND-3o: the option that Enter chooses: the one reached by arrow keys, or the first if it is a room or the server is not searching; otherwise
 * -1.
 */
export function activeIndex(options: readonly PanelOption[], chosen: string | null, search: Search): number {
  const index = options.findIndex(({ key }) => key === chosen);
  if (index >= 0) return index;
  return options[0]?.kind === "room" || (options[0] && search.phase === "idle") ? 0 : -1;
}

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

/** Whether a match adds anything to the room itself, which the room list already shows. */
function isMoreThanRoom(found: FoundRoom): boolean {
  const best = bestFound(found);
  return best?.kind === "hit" || (best?.kind === "find" && best.find.lineId !== null);
}
