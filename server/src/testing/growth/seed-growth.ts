import type pg from "pg";
import { loadInBulk } from "./bulk-load.ts";
import {
  busyPerson,
  colleague,
  crowdedRoomOf,
  type GrowthSize,
  longRoomOf,
  quietPerson,
  quietPersonRooms,
} from "./growth-size.ts";
import { bulkSteps, firstSteps, scratchTables } from "./seed-statements.ts";
import type { SeedStep, SeedValues } from "./seed-step.ts";
import { frequentWords } from "./words.ts";

/** Fixed, so that two seeds of the same size are equal. */
const endsAt = "2026-10-01T12:00:00.000Z";

/** Fills a migrated database without people and rooms. `passwordHash` is for the three people who can sign in; `say` reports each step. */
export async function seedGrowth(
  pool: pg.Pool,
  size: GrowthSize,
  { passwordHash, say }: { readonly passwordHash: string; readonly say: (title: string) => void },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set work_mem = '256MB'");
    await client.query("set maintenance_work_mem = '384MB'");
    const values = valuesOf(size, {
      quietId: await addSignedIn(client, quietPerson, passwordHash),
      busyId: await addSignedIn(client, busyPerson, passwordHash),
      colleagueId: await addSignedIn(client, colleague, passwordHash),
    });
    const run = async (steps: readonly SeedStep[]): Promise<void> => {
      for (const { title, text, values: names = [] } of steps) {
        say(title);
        await client.query(
          text,
          names.map((name) => values[name]),
        );
      }
    };
    for (const text of scratchTables.make) await client.query(text);
    await run(firstSteps);
    await client.query("analyze seed_rooms");
    await loadInBulk(client, async () => {
      await run(bulkSteps);
      for (const text of scratchTables.drop) await client.query(text);
      say("keys and indexes");
    });
    await moveIdentities(client);
    say("vacuum and analyze");
    await client.query("vacuum analyze");
  } finally {
    client.release(true);
  }
}

type SignedIn = Pick<SeedValues, "quietId" | "busyId" | "colleagueId">;
function valuesOf(size: GrowthSize, people: SignedIn): SeedValues {
  return {
    ...people,
    rooms: size.rooms,
    messages: size.messages,
    customers: size.customers,
    staff: size.staff,
    busyRooms: size.busyPersonRooms,
    quietRooms: quietPersonRooms,
    longRoom: longRoomOf(size),
    longMessages: size.longRoomMessages,
    crowdedRoom: crowdedRoomOf(size),
    crowdedMembers: size.crowdedRoomMembers,
    endsAt,
    words: frequentWords(),
  };
}

async function addSignedIn(
  client: pg.PoolClient,
  { username, name }: { readonly username: string; readonly name: string },
  passwordHash: string,
): Promise<number> {
  const { rows } = await client.query<{ participant_id: number }>(
    `with added as (
       insert into participants (kind, name, username, password_hash, created_at)
       values ('erp', $1, $2, $3, '2024-01-01') returning id)
     insert into participant_roles (participant_id, role) select id, 'Operator' from added returning participant_id`,
    [name, username, passwordHash],
  );
  const [added] = rows;
  if (added === undefined) throw new Error("nobody was added");
  return added.participant_id;
}

async function moveIdentities(client: pg.PoolClient): Promise<void> {
  for (const table of ["participants", "rooms", "messages", "actions"]) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
}
