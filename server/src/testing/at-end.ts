import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Takes what ends something; `onTestFinished` is the usual one, for what goes with its test. */
export type AtEnd = (end: () => Promise<void> | void) => void;

/** What begins in a test ends with it; at the top of a file, or in a `describe`, with that. */
export const endHere: AtEnd = (end) => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(() => end());
  else onTestFinished(() => end());
};

/** The same for what several tests share: called in a `describe`, or at the top of a file, after whose last test all of it ends, the latest first. */
export function endAfterAll(): AtEnd {
  const ends: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    // One that fails leaves none of the others behind.
    const problems: unknown[] = [];
    for (const end of ends.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, "what several tests shared could not be ended");
  });
  return (end) => void ends.push(end);
}
