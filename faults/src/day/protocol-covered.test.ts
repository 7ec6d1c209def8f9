import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loggedKinds } from "../clients/read-event.ts";
import { repository } from "../product/product.ts";

const read = (file: string): string => readFileSync(join(repository, file), "utf8");
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
const sourcesIn = (folder: string): string =>
  readdirSync(join(repository, folder))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => read(join(folder, file)))
    .join("\n");

// The fault runs import nothing of the product's (D2), so they read its protocol as text.
const protocol = sourcesIn("protocol/src");

test("[MSG-5] the checked log includes every logged event of the protocol", () => {
  const logged = found(protocol, /^ {2}\S+: \{ event: "(\w+)", data/gmu);
  expect(loggedKinds.toSorted()).toEqual([...new Set(logged)].toSorted());
});

test("[OPS-7] people make every documented call in a day, as far as the words of its path can tell", () => {
  const paths = found(protocol, /^ {4}method: "\w+",\n {4}path: "([^"]+)"/gmu);
  const { parts } = JSON.parse(read("protocol/fingerprint.json"));
  expect(paths).toHaveLength(Object.keys(parts).filter((part) => part.startsWith("call ")).length);
  const sources = ["day", "clients", "files"].map((folder) => sourcesIn(`faults/src/${folder}`)).join("\n");
  const words = new Set(found(sources, /["`/]([\w-]+)(?=["`/?])/gu));
  const unheard = paths.filter((path) => path.split("/").some((word) => /^[\w-]/u.test(word) && !words.has(word)));
  expect(unheard, "needs an errand in faults/src/day/errands.ts").toEqual([]);
});
