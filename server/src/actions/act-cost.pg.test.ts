import { expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { mia } = api.people;
const { makeRoom, say, act } = createActing(api);

/** How many statements the server runs for a call. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const { pool } = api;
  const query = pool.query.bind(pool);
  let statements = 0;
  pool.query = ((...values: Parameters<typeof query>) => {
    statements += 1;
    return query(...values);
  }) as typeof pool.query;
  await call();
  pool.query = query;
  return statements;
}

test("[PERF-8] a member's like or take-over takes as many statements of the database as a message", async () => {
  const { id, message } = await makeRoom([mia]);
  await say(mia, id);
  const ofMessage = await statementsOf(() => say(mia, id));
  for (const what of ["like", "take-over"] as const) {
    for (const state of [true, false]) {
      const ofAct = await statementsOf(async () => expect((await act(mia, id, message, what, state)).status).toBe(200));
      expect(ofAct).toBe(ofMessage);
    }
  }
});
