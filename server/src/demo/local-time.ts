const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Romanian standard time; in summer the demo's clock is an hour off, which nobody can see in it. */
const offsetMs = 120 * minuteMs;

/** The moment, in milliseconds since the epoch, that was so many days before `now` at a Romanian time of day. */
export function localTime(now: number, daysAgo: number, hours: number, minutes: number): number {
  const midnight = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return midnight - daysAgo * dayMs + (hours * 60 + minutes) * minuteMs;
}
