import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call } = await startTestApi();

test("[ERR-2e] deep and wide JSON stalls nobody", async () => {
  const texts = [
    "[".repeat(60_000) + "]".repeat(60_000),
    `{"message":${"[".repeat(1000)}${"]".repeat(1000)}}`,
    `{${Array.from({ length: 8000 }, (_, n) => `"k${n}":1`).join(",")}}`,
  ];
  const send = async (): Promise<number> => {
    const elapsedMs = startStopwatch();
    for (const text of texts) {
      const headers = { "content-type": "application/json" };
      expect([400, 422]).toContain((await call(people.ana, "POST", "/api/v1/join", text, headers)).status);
    }
    return elapsedMs();
  };
  expect(await medianOfThree(send)).toBeLessThan(onThisMachine(1000));
});
