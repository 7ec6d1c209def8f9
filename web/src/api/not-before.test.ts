import { expect, test } from "vitest";
import { settingsPart } from "../public-settings/settings-part.ts";
import { outsideOf } from "../testing/outside.ts";
import { createTestApp } from "../testing/test-app.ts";

const tooMany = { code: "too_many_requests", message: "", fieldErrors: {}, retryAfterSeconds: 4 } as const;

function start() {
  const app = createTestApp();
  const asked: string[] = [];
  const ask = (name: string) => {
    asked.push(name);
    return Promise.resolve({
      ok: false,
      error: { ...tooMany, code: asked.length > 1 ? "unauthenticated" : tooMany.code },
    });
  };
  const outside = outsideOf(app, ask, { clock: app.clock });
  const runners = { ...settingsPart.run?.(outside) };
  const pass = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    app.clock.pass(ms);
  };
  return { runners, asked, pass };
}

test("[ERR-2c] the settings are not requested again before Retry-After", async () => {
  const { runners, asked, pass } = start();
  runners["call-settings"]?.({ type: "call-settings" });
  await pass(3999);
  expect(asked).toEqual(["settings"]);
  await pass(1);
  expect(asked).toEqual(["settings", "settings"]);
});
