import type { AuditEntry } from "@cuplaj/protocol/audit.ts";
import { type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { AuditFilter, AuditStore } from "./store.ts";

const removedMax = 5000;

const insertEntries = `
  insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail, times)
  select e.created_at, e.kind, e.by_kind, e.participant_id, p.name, e.address, e.about->>'type', (e.about->>'id')::bigint, e.detail, e.times
  from jsonb_to_recordset($1::jsonb) as e (created_at timestamptz, kind text, by_kind text, participant_id bigint, address text,
    about jsonb, detail text, times integer)
  left join participants p on p.id = e.participant_id`;

const entry = `
  a.id, ${wireTime("a.created_at")} as created_at, a.kind, a.by_kind as by, a.address, a.detail, a.times,
  case when a.participant_id is not null then json_build_object('id', a.participant_id, 'name', a.name) end as person,
  case when a.about_id is not null then json_build_object('type', a.about_type, 'id', a.about_id) end as about`;
const newestFirst = "order by a.created_at desc, a.id desc";

const deleteBefore = `
  delete from audit where id in (
    select id from audit where created_at < $1 order by created_at, id limit ${removedMax} for update skip locked)`;

function conditionOf({ person, kind, since, until }: AuditFilter): { text: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add(person, (id) => `(a.participant_id = ${id} or a.about_type = 'participant' and a.about_id = ${id})`);
  add(kind, (name) => `a.kind = ${name}`);
  add(since, (moment) => `a.created_at >= ${moment}`);
  add(until, (moment) => `a.created_at < ${moment}`);
  return { text: parts.length === 0 ? "true" : parts.join(" and "), values };
}

export function createAuditStore(pool: StatementPool): AuditStore {
  const select = async (condition: string, values: unknown[], cut: string): Promise<AuditEntry[]> =>
    (await pool.query<AuditEntry>(`select ${entry} from audit a where ${condition} ${newestFirst} ${cut}`, values))
      .rows;
  return {
    async addAll(entries) {
      await pool.query(insertEntries, [JSON.stringify(entries)]);
    },
    async list(filter, { skip, take }) {
      const { text, values } = conditionOf(filter);
      return await select(text, values, `offset ${skip} limit ${take}`);
    },
    async listBefore(filter, entryId, take) {
      const { text, values } = conditionOf(filter);
      const reached = `(select b.created_at, b.id from audit b where b.id = $${values.length + 1})`;
      const older = entryId === null ? "true" : `(a.created_at, a.id) < ${reached}`;
      return await select(`${text} and ${older}`, entryId === null ? values : [...values, entryId], `limit ${take}`);
    },
    async count(filter, countedMax) {
      const { text, values } = conditionOf(filter);
      const counted = `select count(*) as total from (select from audit a where ${text} limit ${countedMax}) counted`;
      return (await pool.query<{ total: number }>(counted, values)).rows[0]?.total ?? 0;
    },
    async removeBefore(moment) {
      return (await pool.query(deleteBefore, [moment])).rowCount === removedMax;
    },
  };
}
