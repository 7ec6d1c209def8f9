import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { listSources } from "./source-files.mjs";

const PAGE = "docs/glossary.md";
const OF_THE_WIRE = new Map([
  ["syncChatsMin", "`chats` of `sync`"],
  ["syncChatsMax", "`chats` of `sync`"],
]);
/** @type {{ parseSync: (text: string, options: object) => unknown }} */
const swc = createRequire(import.meta.url)("@swc/core");

/** @typedef {{ type?: string, [field: string]: unknown }} Node */
/** @typedef {{ name: string, kind: "value" | "type" | "property" }} Declared */

/** Finds declared names that contain a word refused by the glossary. Wire names may have it as a property, as a type or with `_`. */
export function checkGlossary(/** @type {string} */ root, files = listSources(root)) {
  const refused = refusedWords(readFileSync(path.join(root, PAGE), "utf8"));
  if (refused.size === 0) return [`${PAGE} refuses no word`];
  const isOfContract = (/** @type {string} */ file) =>
    (file.startsWith("protocol/src/") || file === "embed/src/messages.ts") && !file.endsWith(".test.ts");
  const texts = files.map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
  const contract = texts.filter(({ file }) => isOfContract(file));
  const wire = new Set(contract.flatMap(({ file, text }) => wireNames(parse(file, text))));
  // Searching the text first avoids parsing most files.
  const anyRefused = new RegExp([...refused.keys()].map(inNames).join("|"));
  return texts.flatMap(({ file, text }) => {
    if (!anyRefused.test(text)) return [];
    const names = new Set(
      declaredNames(parse(file, text))
        .filter(
          ({ name, kind }) => !name.includes("_") && !OF_THE_WIRE.has(name) && (kind === "value" || !wire.has(name)),
        )
        .map(({ name }) => name),
    );
    return [...names].flatMap((name) => problemsOf(file, name, refused));
  });
}

const inNames = (/** @type {string} */ word) =>
  `(?<![A-Za-z])${word}(?![a-z])|${word[0]?.toUpperCase()}${word.slice(1)}(?![a-z])|${word.toUpperCase()}`;

/** @param {string} file @param {string} name @param {ReadonlyMap<string, string>} refused */
function problemsOf(file, name, refused) {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase();
  const found = words.split(/[^a-z]+/).find((word) => refused.has(word));
  return found === undefined
    ? []
    : [`${file}: ${name} says "${found}", which the glossary calls ${refused.get(found)}`];
}

/** The refused words of the glossary's table and their plurals, each with its replacement. @returns {Map<string, string>} */
function refusedWords(/** @type {string} */ page) {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  const words = rows.flatMap((row) => {
    const [, said = "", ...cells] = row.split("|").map((cell) => cell.trim());
    return [...(cells.at(-2) ?? "").matchAll(/`(\w+)`/g)].flatMap(([, word = ""]) => [
      /** @type {const} */ ([word, said]),
      /** @type {const} */ ([`${word}s`, said]),
      /** @type {const} */ ([`${word}es`, said]),
    ]);
  });
  return new Map(words);
}

/** @param {string} file @param {string} text @returns {Node} */
const parse = (file, text) =>
  /** @type {Node} */ (swc.parseSync(text, { syntax: "typescript", tsx: file.endsWith("x") }));

/** @param {unknown} value @returns {Generator<Node>} */
function* nodesOf(value) {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield /** @type {Node} */ (value);
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/** Names in the contract's schemas and tables: the keys of object literals, and strings. @param {Node} tree @returns {string[]} */
function wireNames(tree) {
  return [...nodesOf(tree)].flatMap((node) => {
    if (node.type === "StringLiteral") return [String(node["value"])];
    return node.type === "KeyValueProperty" ? namesIn(node["key"]) : [];
  });
}

const KINDS = new Map(
  /** @type {[string, [string, Declared["kind"]]][]} */ ([
    ["VariableDeclarator", ["id", "value"]],
    ["FunctionDeclaration", ["identifier", "value"]],
    ["FunctionExpression", ["identifier", "value"]],
    ["ClassDeclaration", ["identifier", "type"]],
    ["ArrowFunctionExpression", ["params", "value"]],
    ["Parameter", ["pat", "value"]],
    ["TsParameterProperty", ["param", "value"]],
    ["TsFunctionType", ["params", "value"]],
    ["CatchClause", ["param", "value"]],
    ["ClassMethod", ["key", "property"]],
    ["PrivateMethod", ["key", "property"]],
    ["ClassProperty", ["key", "property"]],
    ["PrivateProperty", ["key", "property"]],
    ["TsPropertySignature", ["key", "property"]],
    ["TsMethodSignature", ["key", "property"]],
    ["TsInterfaceDeclaration", ["id", "type"]],
    ["TsTypeAliasDeclaration", ["id", "type"]],
    ["TsTypeParameter", ["name", "type"]],
  ]),
);

/** Names that a file declares; imports and shorthand properties are declared elsewhere. @param {Node} tree @returns {Declared[]} */
function declaredNames(tree) {
  return [...nodesOf(tree)].flatMap((node) => {
    const [field, kind] = KINDS.get(node.type ?? "") ?? [];
    if (field === undefined || kind === undefined) return [];
    return namesIn(node[field]).map((name) => ({ name, kind: isType(name) && kind === "value" ? "type" : kind }));
  });
}

const isType = (/** @type {string} */ name) => /^[A-Z][a-z]/.test(name);

const PARTS = new Map([
  ["PrivateName", "id"],
  ["ObjectPattern", "properties"],
  ["KeyValuePatternProperty", "value"],
  ["ArrayPattern", "elements"],
  ["AssignmentPattern", "left"],
  ["RestElement", "argument"],
  ["Parameter", "pat"],
]);

const NAMES = new Set(["Identifier", "StringLiteral", "PrivateName"]);

/** @param {unknown} value @returns {string[]} */
function namesIn(value) {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  const node = /** @type {Node} */ (value);
  const type = node.type ?? "";
  const text = node["value"];
  if (NAMES.has(type) && typeof text === "string") return [text];
  const part = PARTS.get(type);
  return part === undefined ? [] : namesIn(node[part]);
}
