import { expect, test } from "vitest";
import { readDsn } from "./dsn.ts";

test.each([
  ["https://k3y@errors.example.ro/7", "https://errors.example.ro", ""],
  ["https://k3y@errors.example.ro:9443/sentry/in/7", "https://errors.example.ro:9443", "/sentry/in"],
  ["http://k3y@[::1]:9000/7", "http://[::1]:9000", ""],
])("[REP-1] parses %s", (dsn, origin, path) => {
  expect(readDsn(dsn)).toEqual({
    origin,
    url: `${origin}${path}/api/7/envelope/?sentry_version=7&sentry_key=k3y`,
  });
});

test.each([
  "",
  "errors.example.ro",
  "https://errors.example.ro/7",
  "https://key:secret@errors.example.ro/7",
  "https://key@errors.example.ro",
  "https://key@errors.example.ro/project",
  "https://key@errors.example.ro/7?a=b",
  "https://key@errors.example.ro; script-src */7",
  "https://key@errors.example.ro/7\n",
  "ftp://key@errors.example.ro/7",
])("[REP-1] %j is not a DSN", (dsn) => {
  expect(readDsn(dsn)).toBeNull();
});
