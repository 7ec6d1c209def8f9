import type pg from "pg";
import type { StatementPool } from "../storage/named-statement.ts";

interface PlanNode {
  readonly type: string;
  readonly relation: string | null;
  /** Rows returned or filtered out, summed over all loops. */
  readonly rows: number;
  readonly loops: number;
}

/** A pool that records how PostgreSQL runs each statement, with a generic plan as on a busy server. */
export interface ExplainingPool extends StatementPool {
  readonly nodes: PlanNode[];
}

/** Explains statements as they run, inside a transaction that is rolled back. */
export function explaining(pool: pg.Pool): ExplainingPool {
  const nodes: PlanNode[] = [];
  const query = async (statement: { text: string; values: unknown[] }): Promise<unknown> => {
    nodes.push(...(await explain(pool, statement)));
    return await pool.query(statement);
  };
  return { nodes, query: query as StatementPool["query"] };
}

async function explain(pool: pg.Pool, { text, values }: { text: string; values: unknown[] }): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare explained as ${text}`);
    const call = `explain (analyze, format json) execute explained(${values.map(literal).join(", ")})`;
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: RawNode }] }>(call);
    return rows.flatMap((row) => flatten(row["QUERY PLAN"][0].Plan));
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return literal(`{${value.map(element).join(",")}}`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const element = (value: unknown): string =>
  value === null ? "null" : JSON.stringify(typeof value === "string" ? value : JSON.stringify(value));

interface RawNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly RawNode[];
}

/** Lists the nodes that ran; a plan also contains parts that no row needed. */
function flatten(node: RawNode): PlanNode[] {
  if (node["Actual Loops"] === 0) return [];
  // PostgreSQL reports a rounded number per loop.
  const rows = Math.round((node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]);
  const own = { type: node["Node Type"], relation: node["Relation Name"] ?? null, rows, loops: node["Actual Loops"] };
  return [own, ...(node.Plans ?? []).flatMap(flatten)];
}
