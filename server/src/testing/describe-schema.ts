import type { StatementPool } from "../storage/named-statement.ts";

/** Describes tables, columns, constraints, indexes, triggers and functions of the database, one per line, sorted. */
export async function describeSchema(pool: StatementPool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (select oid from pg_namespace where nspname = 'public'),
    tables as (select c.* from pg_class c where relnamespace = (select oid from own) and relkind in ('r', 'c'))
    select concat_ws(' ', 'table', relname, relkind, reloptions::text) as line from tables
    union all select concat_ws(' ', 'column', relname, attnum_of.position, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, attidentity, attstorage, attstattarget, pg_get_expr(adbin, adrelid))
      from tables join pg_attribute a on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      cross join lateral (select count(*) as position from pg_attribute b
        where b.attrelid = a.attrelid and b.attnum > 0 and b.attnum <= a.attnum and not b.attisdropped) attnum_of
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join tables on conrelid = tables.oid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join tables on indrelid = tables.oid
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join tables on tgrelid = tables.oid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = (select oid from own)
    order by line`);
  return rows.map(({ line }) => line);
}
