import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import type { TestDatabase } from "./database.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly kind: ParticipantKind;
  readonly token: string;
}

/** The people in every test. Offers 10001 and 10002 are Ana's, 10005 is Mihai's; nobody is in a room yet. */
export type People = Readonly<Record<keyof typeof cast, Person>>;

export const password = "parola-de-test";

/** Argon2id at its lowest cost, which verification reads from the hash; real hashes are slow by design. */
export const passwordHash =
  "$argon2id$v=19$m=8,t=1,p=1$Y3VwbGFqLXRlc3Qtc2FsdA$IJggGibpGmq7KcnCryxGUT9FMyOaWXY5xbH/AF5mmk0";

const cast = {
  ana: { kind: "customer", name: "Ana Popescu", role: "Customer" },
  mihai: { kind: "customer", name: "Mihai Ionescu", role: "Customer" },
  radu: { kind: "erp", name: "Radu Marin", role: "Operator" },
  admin: { kind: "erp", name: "Admin", role: "Admin" },
  mia: { kind: "agent", name: "Mia Stan", role: "Agent" },
  vlad: { kind: "agent", name: "Vlad Dobre", role: "Agent" },
  /** An account without a role, which may do nothing (PERM-1). */
  nou: { kind: "erp", name: "Nou Venit", role: null },
} as const satisfies Record<string, { kind: ParticipantKind; name: string; role: string | null }>;

export async function addPeople({ database }: Pick<TestDatabase, "database">): Promise<People> {
  const people: Record<string, Person> = {};
  for (const [username, { kind, name, role }] of Object.entries(cast)) {
    people[username] = await addPerson(database, { kind, name, username, role, hash: passwordHash });
  }
  const all = people as People;
  await addOffer(database, 10_001, all.ana.id);
  await addOffer(database, 10_002, all.ana.id);
  await addOffer(database, 10_005, all.mihai.id);
  return all;
}

/** Adds a person with the `hash` of a password. Their session is complete even if staff need a second factor (TFA-1). */
export async function addPerson(
  database: TestDatabase["database"],
  { kind, name, username, role, hash }: Omit<Person, "id" | "token"> & { role: string | null; hash: string },
): Promise<Person> {
  const { id } = await database
    .insertInto("participants")
    .values({ kind, name, username, password_hash: hash })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (role !== null) await database.insertInto("participant_roles").values({ participant_id: id, role }).execute();
  const token = makeToken();
  const now = isoTime(systemClock.now());
  await database
    .insertInto("tokens")
    .values({
      ...{ hash: hashToken(token), participant_id: id, created_at: now, last_used_at: now },
      ...{ second_factor_at: now, proven_at: now },
    })
    .execute();
  return { id, name, username, kind, token };
}

export async function addOffer(database: TestDatabase["database"], id: number, customerId: number): Promise<void> {
  const vehicle = { make: "Škoda", model: "Octavia", engine: "2.0 TDI", year: 2014, vin: "TMBZZZ1Z8E1234567" };
  await database
    .insertInto("offers")
    .values({ id, customer_id: customerId, status: "sent", ...vehicle, valid_until: "2030-01-31T22:00:00.000Z" })
    .execute();
  const line = { offer_id: id, brand: "TRW", vat_rate: 21, delivery_days: 1 };
  await database
    .insertInto("offer_lines")
    .values([
      { ...line, position: 2, code: "GDB1763", name: "Plăcuțe frână față", qty: 1, unit_price: "189.90" },
      { ...line, position: 1, code: "1K0 615 301 AA", name: "Disc frână față", qty: 2, unit_price: "214.50", stock: 4 },
    ])
    .execute();
}
