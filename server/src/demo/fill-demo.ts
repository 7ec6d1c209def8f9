import { demoPeople, type DemoUsername, publicPassword } from "./content/people.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { objectsOf } from "../files/storage/rules.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { playDemo } from "./play-demo.ts";
import { putPhotos } from "./put-photos.ts";
import type { DemoStore, DemoStores } from "./store.ts";

/** RUN-9: the public password, or a password per account. */
type DemoPasswords = "public" | ReadonlyMap<DemoUsername, string>;

interface FillDemoPorts {
  readonly store: DemoStore;
  /** Returns stores on the connection that fills the demo. */
  readonly storesOn: (client: StatementPool) => DemoStores;
  readonly storages: Pick<FileStorages, "current" | "workFolder">;
  readonly newId: () => string;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly passwords: DemoPasswords;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** RUN-9: fills a database that has no people or offers; otherwise does nothing. */
export async function fillDemo(ports: FillDemoPorts): Promise<"filled" | "not-empty"> {
  const { store, storesOn, hashPassword, passwords, now } = ports;
  if (!(await store.isEmpty())) return "not-empty";
  const hashes = await hashesOf(passwords, hashPassword);
  const kind = passwords === "public" ? "public" : "random";
  const photos = await putPhotos(ports);
  const objects = [...photos.values()].flatMap(objectsOf);
  const play = (client: StatementPool): Promise<void> => playDemo(storesOn(client), { hashes, photos, now });
  return (await store.writeIfEmpty(kind, objects, play)) ? "filled" : "not-empty";
}

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
