import { expect, test } from "vitest";
import { checkDistinctApps } from "./pusher-apps.ts";

const own = { id: "1", key: "ours" };

test.each([
  [[{ id: "1", key: "shop" }], "the id 1, which Cuplaj's own application already has"],
  [[{ id: "2", key: "ours" }], "the key ours, which Cuplaj's own application already has"],
  [
    [
      { id: "2", key: "shop" },
      { id: "2", key: "other" },
    ],
    "the id 2, which another entry already has",
  ],
  [
    [
      { id: "2", key: "shop" },
      { id: "3", key: "shop" },
    ],
    "the key shop, which another entry already has",
  ],
])("[RUN-6] PUSHER_APPS %j next to our own application is refused", (further, sentence) => {
  expect(() => checkDistinctApps(own, further)).toThrow(`PUSHER_APPS has an entry with ${sentence}`);
});

test("[RUN-6] applications with distinct ids and keys are accepted, even if an id equals another's key", () => {
  const further = [
    { id: "2", key: "1" },
    { id: "3", key: "2" },
  ];
  expect(() => checkDistinctApps(own, further)).not.toThrow();
});
