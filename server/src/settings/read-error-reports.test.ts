import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) => readConfig(environment, "/srv").errorReports;
const open = { HOST: "0.0.0.0", PUBLIC_URL: "https://chat.example.ro" };

test("[REP-1] errors are reported if a DSN is set", () => {
  expect(read({})).toBeNull();
  for (const reach of [{}, open]) {
    const dsn = "https://key@errors.example.ro/1";
    expect(read({ ...reach, SENTRY_DSN: dsn })).toMatchObject({ dsn, origin: "https://errors.example.ro" });
  }
  expect(read({ SENTRY_DSN: "http://key@127.0.0.1:9000/1" })).toMatchObject({ origin: "http://127.0.0.1:9000" });
});

test.each([
  { SENTRY_DSN: "https://errors.example.ro" },
  { SENTRY_DSN: "https://key@errors.example.ro:99999/1" },
  { SENTRY_DSN: "https://key:hunter2@errors.example.ro/1" },
  { SENTRY_DSN: "http://key@errors.example.ro/1" },
  { ...open, SENTRY_DSN: "http://key@127.0.0.1:9000/1" },
])("[REP-1][RUN-6] %j is refused in a sentence without the DSN", (environment) => {
  const wrong = (): unknown => read(environment);
  expect(wrong).toThrow(
    "SENTRY_DSN is not valid; allowed is a DSN such as https://key@errors.example.ro/1, with plain http only to this machine while HOST is loopback.",
  );
  expect(wrong).not.toThrow("hunter2");
});
