import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../../..");
const documentText = readFileSync(join(repository, "docs/operations.md"), "utf8");
const headings = Array.from(documentText.matchAll(/^#+ (.+)$/gmu), ([, heading = ""]) => heading);

test("[OPS-5] each alarm links to its own heading in the operator's document, without stale headings", () => {
  const rules = readFileSync(join(repository, "deploy/prometheus/cuplaj-alarms.yml"), "utf8");
  const alarms = rules
    .split("- alert: ")
    .slice(1)
    .map((rule) => ({ name: /^\w+/u.exec(rule)?.[0] ?? "", runbook: /runbook: (\S+)/u.exec(rule)?.[1] }));
  expect(alarms.length).toBeGreaterThan(10);
  for (const { name, runbook } of alarms) expect(runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
  const described = headings.filter((heading) => /^Cuplaj[A-Z]/u.test(heading));
  expect(described.toSorted()).toEqual(alarms.map(({ name }) => name).toSorted());
});

test("[OPS-5] every link within the operator's document has its heading", () => {
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/gu, "")
      .replaceAll(" ", "-"),
  );
  const targets = Array.from(documentText.matchAll(/\]\(#([\w-]+)\)/gu), ([, target = ""]) => target);
  expect(targets.filter((target) => !anchors.includes(target))).toEqual([]);
});

/** Messages of failed starts in the document; `…` stands for the parts that vary. */
const described = Array.from(documentText.matchAll(/^\| (`.*?`) \|/gmu), ([, cell = ""]) => cell)
  .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, pattern = ""]) => pattern))
  .map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replaceAll(/[.()]/gu, "[$&]").replaceAll("…", ".+")}`, "u"),
  }));

const sources = globSync("server/src/**/*.ts", { cwd: repository })
  .filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/"))
  .map((file) => ({ file, source: readFileSync(join(repository, file), "utf8") }));

/** Messages in the sources, except those of the commands for backups, upgrades and setup, which explain themselves. */
const sentences = sources
  .filter(({ file }) => !/\/(?:backups|setup)\/|wire-(?:backups|restores|database-upgrade)/u.test(file))
  .flatMap(({ source }) => sentencesOf(source));

test("[OPS-5] each message of a failed start is in the operator's document, with a remedy", () => {
  expect(sentences.length).toBeGreaterThan(40);
  const missing = sentences.filter((sentence) => !described.some(({ matches }) => matches.test(sentence)));
  expect(missing).toEqual([]);
  // No message in the document is stale.
  const all = sources.map(({ source }) => source).join("\n");
  const isSaid = (pattern: string): boolean => pattern.split("…").every((part) => all.includes(part.trim()));
  expect(described.map(({ pattern }) => pattern).filter((pattern) => !isSaid(pattern))).toEqual([]);
});

/** The texts in `new StartupProblem(...)` and `refuse(...)`, with a placeholder per variable part. */
function sentencesOf(source: string): string[] {
  return source
    .split(/\b(?:new StartupProblem|refuse)\(\s/u)
    .slice(1)
    .concat(Array.from(source.matchAll(/new StartupProblem\((?=\S)(.*)$/gmu), ([, rest = ""]) => rest))
    .flatMap((rest) => {
      const argument = rest.split(/^\s*\);|^\s{0,2}\}/mu)[0] ?? "";
      const texts = argument.matchAll(/`((?:\\.|\$\{[^}]*\}|[^`\\])*)`|"([^"]*)"/gu);
      return Array.from(texts, ([, template, plain]) => template ?? plain ?? "");
    })
    .map((text) => text.replaceAll(/\$\{[^}]*\}/gu, "X").replaceAll("\\", ""))
    .filter((text) => text.includes(" ") && text.length > 30);
}
