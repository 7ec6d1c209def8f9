import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listSources } from "../../tooling/source-files.mjs";
import * as limits from "./limits.ts";

const root = path.resolve(import.meta.dirname, "../..");

test("[LIM-1] every limit is a positive integer with its unit in its name", () => {
  const odd = Object.entries(limits).filter(([, value]) => !Number.isSafeInteger(value) || value <= 0);
  expect(odd).toEqual([]);
  expect(Object.keys(limits).filter((name) => !/(Ms|Max|Min|PerPage)$/.test(name))).toEqual([]);
});

test("[LIM-1] no other production file assigns a number to the name of a limit", () => {
  const name = new RegExp(String.raw`\b(?:const|let)\s+(?:${Object.keys(limits).join("|")})\s*=\s*[\d(]`);
  const files = listSources(root).filter(
    (file) => /^(protocol|server|web)\/src\//.test(file) && !/\/testing\/|\.test\.tsx?$/.test(file),
  );
  const owners = files.filter((file) => name.test(readFileSync(path.join(root, file), "utf8")));
  expect(owners).toEqual(["protocol/src/limits.ts"]);
});

test("[MSG-6][MSG-2] limits are consistent with each other", () => {
  expect(limits.syncEventsPerRoomMax).toBeLessThanOrEqual(limits.syncEventsMax);
  expect(limits.syncEventsPerRoomMax).toBeLessThanOrEqual(limits.syncGapMax);
  expect(limits.syncChatsMin).toBeLessThanOrEqual(limits.syncChatsMax);
  expect(limits.watchedRoomsMax).toBeLessThan(limits.lookupIdsMax);
  expect(limits.messageCharactersMax * 4).toBeLessThanOrEqual(limits.messageBytesMax);
  expect(limits.messagesPerPage * limits.messageBytesMax).toBeLessThanOrEqual(limits.syncBytesMax);
});
