import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import { offersPerPage } from "@cuplaj/protocol/limits.ts";
import type { Offer } from "@cuplaj/protocol/offer.ts";
import { matchTexts, readQuery } from "@cuplaj/protocol/search-text.ts";
import type { SeenCall } from "./scripted-call.ts";
import type { World } from "./scripted-world.ts";

export function listOffers(
  world: World,
  { query }: SeenCall,
  roomless: readonly Offer[] = [],
): CallAnswer<"listOffers"> {
  const [page, search = ""] = [Number(query["page"] ?? 1), query["search"]];
  const all = [
    ...roomless.map((offer) => ({ offer, room_id: null })),
    ...[...world.rooms.values()].map(({ offer, room }) => ({ offer, room_id: room.id })),
  ].filter(({ offer }) => search === "" || matchTexts(readQuery(search), textsOf(offer)) !== null);
  const offers = all
    .slice(offersPerPage * (page - 1), offersPerPage * page)
    .map(({ offer: { id_cerere, status, customer, vehicle, totals, valid_until, updated_at }, room_id }) => ({
      ...{ id_cerere, status, customer, vehicle, total: totals.gross, valid_until, room_id, updated_at },
    }));
  return { offers, total: all.length, page };
}

const textsOf = ({ id_cerere: number, vehicle, lines }: Offer): string[] => [
  `Oferta ${number}`,
  ...[vehicle.make, vehicle.model, vehicle.engine, vehicle.vin, vehicle.plate],
  ...lines.map(({ code }) => code),
];
