import { expect, test } from "vitest";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { startTestApi } from "../testing/test-api.ts";
import { hashPassword } from "./password-hash.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const api = await startTestApi({ limits: usualLimits });
// People in tests have cheap hashes, but the decoy does not.
await api.pool.query("update participants set password_hash = $1 where username = 'ana'", [await hashPassword("a")]);

test("[AUTH-1] an unknown user takes as long as a wrong password", async () => {
  const elapsedMs = startStopwatch();
  const fastest = { ana: Infinity, nimeni: Infinity };
  const ratio = async (): Promise<number> => {
    for (const username of ["ana", "nimeni"] as const) {
      const began = elapsedMs();
      await api.call(null, "POST", "/api/v1/login", { username, password: "alta" });
      fastest[username] = Math.min(fastest[username], elapsedMs() - began);
      api.pass(60_000);
    }
    return fastest.nimeni / fastest.ana;
  };
  for (let round = 0; round < 12; round += 1) await ratio();
  // Without the decoy, an unknown user would take a tenth of the time. A busy machine only needs more rounds.
  await expect.poll(ratio, { interval: 0 }).toBeLessThan(1.6);
  await expect.poll(ratio, { interval: 0 }).toBeGreaterThan(0.6);
});
