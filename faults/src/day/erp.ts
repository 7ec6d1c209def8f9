import { randomBytes } from "node:crypto";
import type { Room } from "../product/world.ts";
import { wallMs } from "../clock.ts";
import { callOnce } from "./calls.ts";
import type { Resident } from "./residents.ts";
import { joined, type DayWorld } from "./day-world.ts";

const firstOffer = 700_001;
const yearMs = 365 * 24 * 3_600_000;
const linesCount = 3;

/** Stores an offer for the customer, which creates a room, or takes that of the request which it answers. */
export async function openRoom(
  world: DayWorld,
  customer: Resident,
  request: { readonly id: number; readonly roomId: number } | null = null,
): Promise<Room> {
  const { rooms, recorder } = world;
  const offerId = firstOffer + rooms.length;
  const name = request === null ? `oferta.${offerId}` : `cerere.${request.id}`;
  const room: Room = { id: 0, offerId, name, nonce: `~${randomBytes(8).toString("hex")}~` };
  // Reserves the number, since two customers may need one at the same time.
  const index = rooms.push(room) - 1;
  const named = { customer: { username: customer.username }, request_id: request?.id ?? null };
  await storeOffer(world, offerId, { ...named, version: 1 });
  const id = request?.roomId ?? (await findRoom(world, offerId));
  const opened = { ...room, id };
  rooms[index] = opened;
  recorder.write({ proc: "world", f: "room", type: "ok", room: id, value: room.nonce });
  joined(world, opened, customer);
  return opened;
}

async function findRoom(world: DayWorld, offerId: number): Promise<number> {
  const { offers } = await callOnce(erpOf(world), "GET", "/api/v1/offers");
  return offers.find(({ id_cerere }: { id_cerere: number }) => id_cerere === offerId).room_id;
}

/** Replaces the lines of an offer with new ones. Retries whenever a customer's decision was faster. */
export async function reviseOffer(world: DayWorld, { offerId }: Pick<Room, "offerId">): Promise<void> {
  const { oferta } = await callOnce(erpOf(world), "GET", `/api/v1/oferta/${offerId}`);
  try {
    await storeOffer(world, offerId, { customer: { id: oferta.customer.id }, version: oferta.version + 1 });
  } catch (error) {
    if (!String(error).includes('"version_conflict"')) throw error;
    await reviseOffer(world, { offerId });
  }
}

const erpOf = ({ address, erpToken }: DayWorld) => ({ address, token: erpToken });

async function storeOffer(
  world: DayWorld,
  id: number,
  { version, ...named }: { readonly customer: object; readonly version: number; readonly request_id?: number | null },
): Promise<void> {
  const line = (nth: number) => ({
    id: version * linesCount + nth,
    code: `1K0 615 3${version % 100} ${nth}`,
    brand: "TRW",
    name: "Disc frână față",
    qty: 1 + nth,
    unit_price: `${100 + (version % 800)}.50`,
    vat_rate: 21,
    stock: 4,
    delivery_days: 1,
    status: "offered",
  });
  await callOnce(erpOf(world), "PUT", `/api/v1/erp/offers/${id}`, {
    version,
    ...named,
    status: "sent",
    vehicle: { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "", plate: "B 123 ANA" },
    currency: "RON",
    lines: Array.from({ length: linesCount }, (_, nth) => line(nth)),
    valid_until: new Date(wallMs() + yearMs).toISOString(),
  });
}
