import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Registers a clean-up; usually `onTestFinished`. */
export type AtEnd = (end: () => Promise<void> | void) => void;

/** Cleans up after the current test, or, if called outside a test, after the file or `describe`. */
export const endHere: AtEnd = (end) => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(() => end());
  else onTestFinished(() => end());
};

/** After the last test of the file or `describe`, cleans up what several tests share, newest first. */
export function endAfterAll(): AtEnd {
  const ends: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    // A failure does not prevent the other clean-ups.
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
