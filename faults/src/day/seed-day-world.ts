import { sleep } from "../clock.ts";
import type { Product } from "../product/product.ts";
import { callOnce } from "./calls.ts";
import { openRoom } from "./erp.ts";
import { type Kind, settle, signIn, signOut } from "./residents.ts";
import { joined, type Living, type DayWorld } from "./day-world.ts";

/** The program reads once for each room, and `LIMIT_READS` refills by 20 a second. */
const readPauseMs = 50;

export interface Population {
  readonly customers: number;
  readonly staff: number;
}

/** Creates accounts and a program's token, and for each customer an offer whose room has two members of staff. */
export async function seedDayWorld(
  product: Product,
  { customers: customersCount, staff: staffCount }: Population,
  { recorder, outside }: Pick<DayWorld, "recorder" | "outside">,
): Promise<DayWorld> {
  const staffKind = (index: number): Kind => (index % 2 === 0 ? "erp" : "agent");
  const residents = await settle(product, [
    ...Array.from({ length: customersCount }, (_, index) => account("customer", "Customer", index)),
    ...Array.from({ length: staffCount }, (_, index) =>
      account(staffKind(index), index === 0 ? "Admin" : index % 2 === 0 ? "Operator" : "Agent", index),
    ),
    account("erp", "Program", staffCount),
  ]);
  const customers = residents.slice(0, customersCount);
  const [staff, [program]] = [residents.slice(customersCount, -1), residents.slice(-1)];
  const [admin] = staff;
  const { address } = product;
  if (admin === undefined || program === undefined) throw new Error("there is no staff");
  const token = await signIn(address, admin);
  const made = { username: program.username, program: "ERP" };
  const { token: erpToken } = await callOnce({ address, token }, "POST", "/api/v1/admin/tokens", made);
  await signOut(address, token);
  const empty = { rooms: [], decisions: [], guests: new Set<string>(), present: new Map<number, Living>() };
  const world: DayWorld = { address, recorder, outside, customers, staff, erpToken, ...empty };
  for (const customer of customers) {
    await openRoom(world, customer);
    await sleep(readPauseMs);
  }
  for (const [index, colleague] of staff.entries()) {
    const own = await signIn(address, colleague);
    for (const room of world.rooms.filter((_, nth) => [nth, nth + 1].some((other) => other % staff.length === index))) {
      await callOnce({ address, token: own }, "POST", "/api/v1/join", { type: 1, channel: room.offerId });
      joined(world, room, colleague);
    }
    await signOut(address, own);
  }
  return world;
}

const account = (kind: Kind, role: string, index: number) => ({ username: `${kind}${index}`, kind, role });
