import { type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { ProgramToken, ProgramTokenStore } from "./program-tokens.ts";
import { actorValues, operator } from "../kernel/actor.ts";
import { sessionEndedTopic } from "./store.ts";

// ERP-2a: the lock waits for a concurrent disabling of the account; a later disabling finds the token to delete.
const insertToken = `
  with made as (
    insert into tokens (hash, participant_id, program, created_at, made_by)
    select $1, id, $3, now(), $5 from participants where lower(username) = lower($2) and disabled_at is null for share
    returning id, participant_id
  )
  select id, note_account_change('token-added', participant_id, id::text, $4, $5, $6) from made`;

const selectTokens = `
  select t.id, p.username, t.program, ${wireTime("t.created_at")} as created_at,
    ${wireTime("t.last_used_at")} as last_used_at
  from tokens t join participants p on p.id = t.participant_id where t.program is not null`;

// ERP-2d: the commit notifies every server, which forgets the session and closes its sockets.
const deleteToken = `
  with gone as (delete from tokens where id = $1 and program is not null returning participant_id, hash)
  select pg_notify('${sessionEndedTopic}', participant_id || ' ' || encode(hash, 'hex')),
    note_account_change('token-revoked', participant_id, $1::bigint::text, $2, $3, $4) from gone`;

// A token has ended, for whatever reason, if its id was issued but has no row.
const selectEnded = `
  select from tokens_id_seq where $1 <= last_value and not exists (select from tokens where id = $1)`;

export function createProgramTokenStore(pool: StatementPool, actor = operator): ProgramTokenStore {
  return {
    async add({ hash, username, program }) {
      const { rows } = await pool.query<{ id: number }>(insertToken, [hash, username, program, ...actorValues(actor)]);
      return rows[0]?.id ?? null;
    },
    list: async () => (await pool.query<ProgramToken>(`${selectTokens} order by t.id`)).rows,
    listMadeBy: async (id) =>
      (await pool.query<ProgramToken>(`${selectTokens} and t.made_by = $1 order by t.id`, [id])).rows,
    async revoke(id) {
      const { rowCount } = await pool.query(deleteToken, [id, ...actorValues(actor)]);
      return rowCount !== 0 || (await pool.query(selectEnded, [id])).rowCount !== 0;
    },
  };
}
