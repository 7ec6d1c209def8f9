import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { canonical } from "../protocol/src/contract.ts";

/** The fingerprint of the contract with other programs: a hash of each part, the changelog's line about the last change, and a seal over both. */
export const FINGERPRINT = "protocol/fingerprint.json";
const CHANGELOG = "CHANGELOG.md";
const UNRELEASED = "## Unreleased\n\n";
const HOW = 'npm run contract -- "What other programs will see, in one line."';

/** @typedef {Readonly<Record<string, unknown>>} Contract */
/** @typedef {{ readonly said: string, readonly seal: string, readonly parts: Readonly<Record<string, string>> }} Fingerprint */

const hash = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** @param {Contract} contract @returns {Record<string, string>} */
const hashParts = (contract) =>
  Object.fromEntries(
    Object.entries(contract)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, hash(canonical(part))]),
  );

const sealOf = (/** @type {string} */ said, /** @type {Readonly<Record<string, string>>} */ parts) =>
  hash(canonical({ said, parts }));

/** Problems with the fingerprint file; empty if the contract, the file and the changelog agree. @param {string} root @param {Contract} contract */
export function contractProblems(root, contract) {
  const last = readFingerprint(root);
  if (last === null) return [`${FINGERPRINT} is missing or cannot be read. Run: ${HOW}`];
  const { said, seal, parts } = last;
  const changes = changesOf(parts, hashParts(contract));
  if (changes.length > 0) {
    return [
      `The contract changed (${changes.join(", ")}): say in ${CHANGELOG} under Unreleased what other programs will see. ` +
        `This writes the line and the new fingerprint: ${HOW}`,
    ];
  }
  if (seal !== sealOf(said, parts)) return [`${FINGERPRINT} was changed by hand or merged. Run: ${HOW}`];
  if (!readChangelog(root).includes(lineOf(said))) {
    return [`${CHANGELOG} has lost the line that ${FINGERPRINT} names: ${lineOf(said)}. Put it back, or run: ${HOW}`];
  }
  return [];
}

/**
 * Writes the current fingerprint, and the changelog's line if it is missing. A new change needs a new line. Returns an error, or null. @param
 * {string} root @param {Contract} contract @param {string} words @returns {string | null}
 */
export function recordContract(root, contract, words) {
  const said = words.trim().replace(/^- /, "");
  const parts = hashParts(contract);
  const last = readFingerprint(root);
  if (said === "" || /[\r\n]/.test(said)) return `One line is wanted. ${HOW}`;
  const isOther = last === null || changesOf(last.parts, parts).length > 0;
  if (isOther && last?.said === said) return `"${said}" was said of the change before. ${HOW}`;
  const changelog = readChangelog(root);
  const at = changelog.indexOf(UNRELEASED) + UNRELEASED.length;
  if (at < UNRELEASED.length) return `${CHANGELOG} has no section "Unreleased".`;
  if (!changelog.includes(lineOf(said))) {
    const rest = changelog.slice(at);
    const written = `${changelog.slice(0, at)}${lineOf(said)}\n${rest.startsWith("#") ? "\n" : ""}${rest}`;
    writeFileSync(path.join(root, CHANGELOG), written);
  }
  const fingerprint = { said, seal: sealOf(said, parts), parts };
  writeFileSync(path.join(root, FINGERPRINT), `${JSON.stringify(fingerprint, null, 2)}\n`);
  return null;
}

const lineOf = (/** @type {string} */ said) => `- ${said}`;

const readChangelog = (/** @type {string} */ root) => readFileSync(path.join(root, CHANGELOG), "utf8");

/** Null if the file is missing or has merge conflicts. @param {string} root @returns {Fingerprint | null} */
function readFingerprint(root) {
  const file = path.join(root, FINGERPRINT);
  if (!existsSync(file)) return null;
  try {
    const { said, seal, parts } = JSON.parse(readFileSync(file, "utf8"));
    return { said: String(said), seal: String(seal), parts: { ...parts } };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param {Readonly<Record<string, string>>} before @param {Readonly<Record<string, string>>} after */
function changesOf(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    if (before[name] === after[name]) return [];
    if (before[name] === undefined) return [`${name} is new`];
    return [after[name] === undefined ? `${name} is gone` : name];
  });
}
