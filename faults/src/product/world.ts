import { createHash, randomBytes } from "node:crypto";
import { createCaller } from "../clients/http-caller.ts";
import type { Recorder } from "../history/recorder.ts";
import { connectDatabase, query } from "./database.ts";
import type { Product } from "./product.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

/** Every message of the room contains the nonce, so that stray bytes can be recognised. */
export interface Room {
  readonly id: number;
  readonly offerId: number;
  /** The room's name, such as `oferta.500001`. */
  readonly name: string;
  readonly nonce: string;
}

export interface SeededRoom extends Room {
  readonly members: readonly Person[];
}

export interface World {
  readonly rooms: readonly SeededRoom[];
  readonly people: readonly Person[];
}

export interface WorldSize {
  readonly rooms: number;
  readonly people: number;
  /** The indexes of a room's members in the array of people. */
  readonly membersOf: (room: number) => readonly number[];
  /** Adds the customer of all offers to every room. A room can be taken over only by a customer's message. */
  readonly hasCustomer?: boolean;
}

const firstOffer = 500_001;

/** Creates people and offers by SQL and rooms over HTTP, and records who is who. */
export async function seedWorld(product: Product, recorder: Recorder, size: WorldSize): Promise<World> {
  const agents = await seedPeople(product.dataDir, size.people, size.rooms);
  const customers = size.hasCustomer === true ? [await signInCustomer(product.dataDir)] : [];
  const people = [...agents, ...customers];
  const rooms: SeededRoom[] = [];
  for (let index = 0; index < size.rooms; index += 1) {
    const offerId = firstOffer + index;
    const members = [...size.membersOf(index).flatMap((person) => agents[person] ?? []), ...customers];
    const nonce = `~${randomBytes(8).toString("hex")}~`;
    const id = await joinAll(product.address, offerId, members);
    recorder.write({ proc: "world", f: "room", type: "ok", room: id, value: nonce });
    for (const { id: value } of members) {
      recorder.write({ proc: "world", f: "join", type: "ok", room: id, value });
    }
    rooms.push({ id, offerId, name: `oferta.${offerId}`, nonce, members });
  }
  return { people, rooms };
}

/** Gives the customer of all offers a role and a token. */
export async function signInCustomer(dataDir: string): Promise<Person> {
  const token = randomBytes(32).toString("base64url");
  const [customer] = await query<{ id: string; name: string }>(
    dataDir,
    `with customer as (select id, name from participants where username = 'fault-customer'),
          role as (insert into participant_roles select id, 'Customer' from customer),
          token as (
            insert into tokens (hash, participant_id, created_at, last_used_at)
            select $1::bytea, id, now(), now() from customer)
     select id, name from customer`,
    [createHash("sha256").update(token).digest()],
  );
  if (customer === undefined) throw new Error("there is no customer");
  return { id: Number(customer.id), name: customer.name, token };
}

async function joinAll(address: string, offerId: number, members: readonly Person[]): Promise<number> {
  let id = 0;
  for (const { token } of members) {
    const caller = createCaller({ address, token });
    const answer = await caller.call("POST", "/api/v1/join", { type: 1, channel: offerId });
    caller.close();
    if (answer.kind !== "answer" || answer.status !== 200)
      throw new Error(`nobody can join: ${JSON.stringify(answer)}`);
    id = answer.body.chat.id;
  }
  return id;
}

/**
 * Creates agents and offers. Agents may join the room of any offer, and see only those they joined. The offers belong to a customer who takes no
 * part.
 */
async function seedPeople(dataDir: string, count: number, offers: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const client = await connectDatabase(dataDir);
  try {
    const { rows } = await client.query<{ id: string; name: string }>(
      `insert into participants (kind, name, username, password_hash)
       select 'agent', 'Agent ' || n, 'fault-agent-' || n, 'none' from generate_series(1, $1::int) n returning id, name`,
      [count],
    );
    const ids = rows.map(({ id }) => Number(id));
    await client.query("insert into participant_roles select id, 'Agent' from unnest($1::bigint[]) id", [ids]);
    await client.query(
      `insert into tokens (hash, participant_id, created_at, last_used_at)
       select hash, id, now(), now() from unnest($1::bytea[], $2::bigint[]) t(hash, id)`,
      [hashes, ids],
    );
    await client.query(
      `with owner as (
         insert into participants (kind, name, username, password_hash)
         values ('customer', 'Client', 'fault-customer', 'none') returning id)
       insert into offers (id, customer_id, status, valid_until)
       select n, owner.id, 'sent', now() + interval '1 year' from owner, generate_series($1::int, $2::int) n`,
      [firstOffer, firstOffer + offers - 1],
    );
    return rows.map(({ name }, index) => ({ id: ids[index] ?? 0, name, token: tokens[index] ?? "" }));
  } finally {
    await client.end();
  }
}
