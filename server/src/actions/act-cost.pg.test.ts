import pg from "pg";
import { expect, test, vi } from "vitest";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { mia } = api.people;
const { makeRoom, say, act } = createActing(api);

async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await call();
  const statements = query.mock.calls.length;
  query.mockRestore();
  return statements;
}

test("[PERF-8] a member's like or take-over takes one statement that locks and reads, one that writes, and a transaction around both", async () => {
  const { id, message } = await makeRoom([mia]);
  await say(mia, id);
  const ofMessage = await statementsOf(() => say(mia, id));
  for (const what of ["like", "take-over"] as const) {
    for (const state of [true, false]) {
      const ofAct = await statementsOf(async () => expect((await act(mia, id, message, what, state)).status).toBe(200));
      expect(ofAct).toBe(ofMessage + 3);
    }
  }
});
