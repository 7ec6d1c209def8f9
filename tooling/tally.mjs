/** @typedef {{ passed: number, failed: number, note?: string }} Tally */
/** @typedef {{ status: string, fullName: string }} Test */

/** The line every run of tests ends with (RUN-2). @param {Tally} tally */
export const describeTally = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** @param {Tally[]} tallies @returns {Tally} */
export const sumTallies = (tallies) => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
});

/**
 * Counts a Vitest run from its JSON report. Skipped tests are named in the note, so that nothing is left out silently; a
 * run that failed outside of its tests counts one failure.
 * @param {string | undefined} report @param {number} exitCode @returns {Tally}
 */
export function countVitest(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, note: `vitest wrote no report (exit code ${exitCode})` };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report);
  const tally = withExitCode({ passed: numPassedTests, failed: numFailedTests }, exitCode);
  const tests = testResults.flatMap((/** @type {{ assertionResults: Test[] }} */ file) => file.assertionResults);
  const skipped = tests.filter((/** @type {Test} */ test) => !["passed", "failed"].includes(test.status));
  if (skipped.length === 0) return tally;
  const names = skipped.map((/** @type {Test} */ test) => `\n       ${test.fullName}`).join("");
  return { ...tally, note: [tally.note, `not run here: ${skipped.length}${names}`].filter(Boolean).join("; ") };
}

/** Counts a program whose last line says `N passed, N failed`. @param {string} text @param {number} exitCode @returns {Tally} */
export function countLastLine(text, exitCode) {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const match = /^(\d+) passed, (\d+) failed$/.exec(last.trim());
  if (match === null)
    return { passed: 0, failed: 1, note: `no closing line "N passed, N failed" (exit code ${exitCode})` };
  return withExitCode({ passed: Number(match[1]), failed: Number(match[2]) }, exitCode);
}

/** Counts a program that is itself one test. @param {number} exitCode @returns {Tally} */
export const countExitCode = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** No run passes that ends with an error or that tested nothing. @param {Tally} tally @param {number} exitCode @returns {Tally} */
function withExitCode(tally, exitCode) {
  if (tally.failed > 0) return tally;
  if (exitCode !== 0)
    return { ...tally, failed: 1, note: `it ended with exit code ${exitCode} although no test failed` };
  return tally.passed === 0 ? { passed: 0, failed: 1, note: "no test ran" } : tally;
}
