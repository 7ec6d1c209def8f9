import { inDatabase } from "./product-sql.ts";
import type { Product } from "./start-product.ts";

/** Inserts `Veche 1`, `Veche 2` and so on, one to six lines each, before a room's messages. Uses SQL, since 100,000 calls would be slow. */
export async function seedHistory(product: Product, offer: number, count: number): Promise<void> {
  await inDatabase(product, async (client) => {
    await client.query("begin");
    // Constraints are checked for each row, so one statement per table moves the existing rows.
    const room = await client.query<{ id: string }>("select id from rooms where offer_id = $1 for update", [offer]);
    const id = room.rows[0]?.id;
    if (id === undefined) throw new Error(`offer ${offer} has no room`);
    const away = 1_000_000_000;
    // References to a message's `seq` are checked only after all rows have moved.
    for (const [table, constraint] of [
      ["room_events", "room_events_message"],
      ["actions", "actions_room_id_message_seq_fkey"],
    ]) {
      await client.query(`alter table ${table} alter constraint ${constraint} deferrable initially deferred`);
    }
    const move = async (by: number): Promise<void> => {
      for (const change of [
        "messages set seq = seq + $2::bigint, ordinal = ordinal + $2, updated_seq = updated_seq + $2",
        "room_events set seq = seq + $2::bigint, message_seq = message_seq + $2",
        "actions set seq = seq + $2::bigint, message_seq = message_seq + $2",
      ]) {
        await client.query(`update ${change} where room_id = $1 and ($2 > 0 or seq > $3)`, [id, by, count]);
      }
    };
    await move(away);
    await client.query(
      `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
       select $1, n, n, case when n % 3 = 0 then 1 else 4 end,
              'Veche ' || n || repeat(E'\\nun rând în plus', (n * 7 % 6)::int),
              now() - interval '400 days' + n * interval '1 minute'
       from generate_series(1, $2::bigint) as n`,
      [id, count],
    );
    await move(count - away);
    await client.query(
      `update rooms set last_seq = last_seq + $2, messages_total = messages_total + $2, members_seq = members_seq + $2
       where id = $1`,
      [id, count],
    );
    await client.query(
      "update memberships set read_seq = read_seq + $2, read_ordinal = read_ordinal + $2 where room_id = $1",
      [id, count],
    );
    await client.query("commit");
  });
}

/** Moves a person's read marker in a seeded room back to `readSeq`. */
export async function leaveUnread(product: Product, username: string, offer: number, readSeq: number): Promise<void> {
  await inDatabase(product, (client) =>
    client.query(
      `update memberships set read_seq = $3, read_ordinal = $3
       where room_id = (select id from rooms where offer_id = $2)
         and participant_id = (select id from participants where username = $1)`,
      [username, offer, readSeq],
    ),
  );
}
