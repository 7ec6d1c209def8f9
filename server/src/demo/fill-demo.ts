import { demoOffers } from "./content/demo-offers.ts";
import { demoPeople, type DemoUsername, publicPassword } from "./content/people.ts";
import { demoRecords } from "./demo-records.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { putPhotos } from "./put-photos.ts";
import type { DemoStore } from "./store.ts";

/** RUN-9: one password that everybody knows, or one of its own for each account. */
type DemoPasswords = "public" | ReadonlyMap<DemoUsername, string>;

interface FillDemoPorts {
  readonly store: DemoStore;
  readonly storages: Pick<FileStorages, "current" | "workFolder">;
  /** Makes a random id. */
  readonly newId: () => string;
  /** Hashes a password for storing (AUTH-2). */
  readonly hashPassword: (password: string) => Promise<string>;
  readonly passwords: DemoPasswords;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** RUN-9: fills an empty database with the demo. A database with anybody or any offer in it is left alone. */
export async function fillDemo(ports: FillDemoPorts): Promise<"filled" | "not-empty"> {
  const { store, hashPassword, passwords, now } = ports;
  if (!(await store.isEmpty())) return "not-empty";
  const hashes = await hashesOf(passwords, hashPassword);
  const records = demoRecords(demoOffers, (username) => hashes.get(username) ?? "", now);
  const kind = passwords === "public" ? "public" : "random";
  const files = await putPhotos(records.messages, ports);
  return (await store.writeIfEmpty({ ...records, files }, kind)) ? "filled" : "not-empty";
}

/** RUN-9: a password for each account, as `random` makes them. */
export function randomPasswords(random: () => string): ReadonlyMap<DemoUsername, string> {
  return new Map(demoPeople.map(({ username }) => [username, random()]));
}

async function hashesOf(
  passwords: DemoPasswords,
  hashPassword: FillDemoPorts["hashPassword"],
): Promise<ReadonlyMap<DemoUsername, string>> {
  if (passwords === "public") {
    const hash = await hashPassword(publicPassword);
    return new Map(demoPeople.map(({ username }) => [username, hash]));
  }
  const hashed = [...passwords].map(async ([username, password]) => [username, await hashPassword(password)] as const);
  return new Map(await Promise.all(hashed));
}
