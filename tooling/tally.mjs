/** @typedef {{ passed: number, failed: number, note?: string }} Tally */
/** @typedef {{ status: string, fullName: string }} Test */
/** @typedef {{ name: string, message: string, assertionResults: Test[] }} TestFile */

/** The last line of every test run (RUN-2). @param {Tally} tally */
export const describeTally = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** @param {Tally[]} tallies @returns {Tally} */
export const sumTallies = (tallies) => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
});

/**
 * Counts a Vitest run by its JSON report. The note names failed and skipped tests. An error outside of tests counts as one failure. @param {string |
 * undefined} report @param {number} exitCode @param {string} [errors] the text on stderr @returns {Tally}
 */
export function countVitest(report, exitCode, errors = "") {
  if (report === undefined) return { passed: 0, failed: 1, note: `vitest wrote no report (exit code ${exitCode})` };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report);
  const { note, ...tally } = withExitCode({ passed: numPassedTests, failed: numFailedTests }, exitCode);
  const notes = [note, outsideOf(errors), failuresOf(testResults), skippedOf(testResults)].filter(
    (line) => line !== undefined,
  );
  return notes.length === 0 ? tally : { ...tally, note: notes.join("; ") };
}

/** Finds errors outside of tests, which the report omits. @param {string} errors */
function outsideOf(errors) {
  const found = [
    ...errors.matchAll(/⎯ (?:Unhandled Rejection|Unhandled Error|Uncaught Exception) ⎯+\n([^\n]+(?:\n[^\n]+)?)/gu),
  ];
  return found.length === 0 ? undefined : `outside of the tests: ${listed(found.map(([, lines = ""]) => lines))}`;
}

/** @param {TestFile[]} files */
function failuresOf(files) {
  const lines = files.flatMap(({ name, message, assertionResults }) => [
    ...(message === "" ? [] : [`${name}: ${message.split("\n")[0]}`]),
    ...assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `${name}: ${fullName}`),
  ]);
  return lines.length === 0 ? undefined : `failed: ${listed(lines)}`;
}

/** @param {TestFile[]} files */
function skippedOf(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => !["passed", "failed"].includes(status));
  return skipped.length === 0
    ? undefined
    : `not run here: ${skipped.length}${listed(skipped.map(({ fullName }) => fullName))}`;
}

/** @param {string[]} lines */
const listed = (lines) => lines.map((line) => `\n       ${line}`).join("");

/** Counts a program whose last line is `N passed, N failed`. @param {string} text @param {number} exitCode @returns {Tally} */
export function countLastLine(text, exitCode) {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const match = /^(\d+) passed, (\d+) failed$/.exec(last.trim());
  if (match === null)
    return { passed: 0, failed: 1, note: `no closing line "N passed, N failed" (exit code ${exitCode})` };
  return withExitCode({ passed: Number(match[1]), failed: Number(match[2]) }, exitCode);
}

/** Counts a program as one test. @param {number} exitCode @returns {Tally} */
export const countExitCode = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Fails a run that exits with an error, or that tested nothing. @param {Tally} tally @param {number} exitCode @returns {Tally} */
function withExitCode(tally, exitCode) {
  if (tally.failed > 0) return tally;
  if (exitCode !== 0)
    return { ...tally, failed: 1, note: `it ended with exit code ${exitCode} although no test failed` };
  return tally.passed === 0 ? { passed: 0, failed: 1, note: "no test ran" } : tally;
}
