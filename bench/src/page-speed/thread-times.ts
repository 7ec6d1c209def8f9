import type { CDPSession } from "playwright-core";

/** How long the page's main thread ran on a processor, ms: in all, for layout, for styles. */
export interface ThreadTimes {
  readonly taskMs: number;
  readonly layoutMs: number;
  readonly stylesMs: number;
}

/** Since the page began, or since the first call where that is later. A thread's own time: other programs cost none of it. */
export async function threadTimes(session: CDPSession): Promise<ThreadTimes> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const { metrics } = await session.send("Performance.getMetrics");
  const msOf = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  return { taskMs: msOf("TaskDuration"), layoutMs: msOf("LayoutDuration"), stylesMs: msOf("RecalcStyleDuration") };
}

/** Averages the main thread's time between two moments over `count` things. */
export const costOf = (before: ThreadTimes, after: ThreadTimes, count: number): ThreadTimes => ({
  taskMs: (after.taskMs - before.taskMs) / count,
  layoutMs: (after.layoutMs - before.layoutMs) / count,
  stylesMs: (after.stylesMs - before.stylesMs) / count,
});
