import { type Kysely, type RawBuilder, sql } from "kysely";
import { createEditing } from "./0021-editing.ts";

/**
 * Edits, deletions and replies (MSG-7, MSG-8; decision 0032). A message that was edited keeps its earlier texts in `message_edits`,
 * each under the entry of the log that replaced it. A reply names what it quotes by its `seq`, and nothing copies a text: whoever
 * deletes a message has one row to empty. What is added is null in all rows that are there.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages add column edited_at timestamptz(3), add column reply_to_seq bigint,
      ${unsampled("body")}`.execute(database);
  for (const table of ["files", "uploads"])
    await sql`alter table ${sql.table(table)} ${unsampled("name")}`.execute(database);
  await sql`
    create table message_edits (
      room_id bigint not null,
      message_seq bigint not null,
      seq bigint not null,
      body text not null,
      replaced_at timestamptz(3) not null,
      primary key (room_id, message_seq, seq),
      foreign key (room_id, message_seq) references messages (room_id, seq)
    )`.execute(database);
  await sql`alter table message_edits alter column body set statistics 0`.execute(database);
  await createQuote(database);
  await storeMessagesWithReferences(database);
  await createEditing(database);
}

/**
 * The planner's statistics keep some of a column's values, also of rows that are gone. None of these is ever compared, so it needs none;
 * a change of type to the same type forgets those that are there.
 */
const unsampled = (column: string): RawBuilder<unknown> =>
  sql`alter column ${sql.id(column)} set statistics 0, alter column ${sql.id(column)} type text`;

/** What a reply quotes, in the protocol's form (MSG-8), as it is when it is read. */
async function createQuote(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function quote_json(at_room bigint, about_seq bigint) returns jsonb language plpgsql stable
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    begin
      return (
        select jsonb_strip_nulls(jsonb_build_object('id', m.id, 'seq', m.seq,
          'author', jsonb_build_object('id', p.id, 'name', p.name, 'type', p.kind),
          'excerpt', left(m.body, 140), 'mime', f.mime, 'deleted', m.deleted_at is not null))
        from messages m join participants p on p.id = m.author_id left join files f on f.id = m.file_id
        where m.room_id = at_room and m.seq = about_seq
      );
    end $$`.execute(database);
}

/**
 * `store_messages` for a batch in which some have a file or reply to a message: `file_ids` and `reply_seqs` have an entry for each
 * send. A quote is read after the room was locked, so it is as old as its message. A server of the release before calls
 * `store_messages_with_files`; the next release drops that.
 */
async function storeMessagesWithReferences(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_messages_with_references(
      send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[],
      at_rooms bigint[], counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz, file_ids uuid[],
      reply_seqs bigint[],
      out message_id bigint, out message_seq bigint, out room_members_seq bigint, out quote jsonb
    ) returns setof record language plpgsql as $$
    declare
      turn bigint;
    begin
      for message_id, message_seq, room_members_seq, turn in
        select * from store_messages(send_rooms, authors, bodies, client_ids, turns, at_rooms, counts, are_answered, are_waiting,
          at_time) with ordinality
      loop
        if file_ids[turn] is not null or reply_seqs[turn] is not null then
          update messages set file_id = file_ids[turn], reply_to_seq = reply_seqs[turn] where id = message_id;
        end if;
        if file_ids[turn] is not null then
          update files set is_published = true where id = file_ids[turn];
        end if;
        quote := case when reply_seqs[turn] is not null then quote_json(send_rooms[turn], reply_seqs[turn]) end;
        return next;
      end loop;
    end $$`.execute(database);
}
