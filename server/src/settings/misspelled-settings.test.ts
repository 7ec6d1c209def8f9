import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { misspelledSettings } from "./misspelled-settings.ts";

test.each([
  ["PROT", "PORT"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["LOG_LEVELS", "LOG_LEVEL"],
  ["HOSD", "HOST"],
  ["XHOST", "HOST"],
])("[RUN-6e] the log warns of %s that %s may be meant", (name, meant) => {
  const sentence = `${name} is not a setting and does nothing; did you mean ${meant}?`;
  expect(readConfig({ [name]: "7" }, "/srv").warnings).toEqual([sentence]);
});

test("[RUN-6e] it ignores known settings, distant names, and names of other programs", () => {
  expect(readConfig({ PORT: "7", HOME: "/root", LOGS_LEVELS: "info", PATH: "/bin" }, "/srv").warnings).toEqual([]);
  expect(misspelledSettings(["ABDC", "AB", "ABCDEF", "BACD", "BADC"], new Set(["ABCD"]))).toEqual([
    "ABDC is not a setting and does nothing; did you mean ABCD?",
    "BACD is not a setting and does nothing; did you mean ABCD?",
  ]);
});
