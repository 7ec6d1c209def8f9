import { demoOffers } from "./content/demo-offers.ts";
import { demoPassword } from "./content/people.ts";
import { demoRecords } from "./demo-records.ts";
import type { DemoStore } from "./store.ts";

/** What `fillDemo` needs from the outside. */
export interface FillDemoPorts {
  readonly store: DemoStore;
  /** Hashes a password for storing (AUTH-2). */
  readonly hashPassword: (password: string) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** RUN-9: fills an empty database with the demo. A database with anybody or any offer in it is left alone. */
export async function fillDemo({ store, hashPassword, now }: FillDemoPorts): Promise<"filled" | "not-empty"> {
  if (!(await store.isEmpty())) return "not-empty";
  const records = demoRecords(demoOffers, await hashPassword(demoPassword), now);
  return (await store.writeIfEmpty(records)) ? "filled" : "not-empty";
}
