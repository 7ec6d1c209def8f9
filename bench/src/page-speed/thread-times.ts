import type { CDPSession } from "playwright-core";

/** The CPU time of the page's main thread, ms. */
export interface ThreadTimes {
  readonly taskMs: number;
  readonly layoutMs: number;
  readonly stylesMs: number;
}

/** Reads the thread's times since the page started, or since the first call. Other programs do not count. */
export async function threadTimes(session: CDPSession): Promise<ThreadTimes> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const { metrics } = await session.send("Performance.getMetrics");
  const msOf = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  return { taskMs: msOf("TaskDuration"), layoutMs: msOf("LayoutDuration"), stylesMs: msOf("RecalcStyleDuration") };
}

export const costOf = (before: ThreadTimes, after: ThreadTimes, count: number): ThreadTimes => ({
  taskMs: (after.taskMs - before.taskMs) / count,
  layoutMs: (after.layoutMs - before.layoutMs) / count,
  stylesMs: (after.stylesMs - before.stylesMs) / count,
});
