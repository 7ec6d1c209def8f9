import type { Kysely } from "kysely";
import { createDecideLines } from "./0041-decide-lines.ts";
import { createHandOver } from "./0042-people-in-rooms.ts";

/** Functions that were mended after their migrations had run somewhere (WAIT-1, ACT-2n). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createDecideLines(database);
  await createHandOver(database);
}
