import type pg from "pg";

/** How many rooms, people and chunks are not yet indexed. */
export async function countBehind(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `select ((select count(*) from rooms left join search_rooms on room_id = id where coalesce(log_seq, 0) < last_seq)
       + (select count(*) from participants left join search_people on participant_id = id where participant_id is null)
       + (select count(*) from search_chunks where words is null))::int as total`,
  );
  return rows[0]?.total ?? 0;
}
