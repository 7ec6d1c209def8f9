import type { NotificationChoices } from "./participant.ts";

/** Whether `name` is a known IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/iu.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    // Unknown zones throw.
    return false;
  }
}

/** PUSH-4: whether a moment (ms since the epoch) lies in the quiet hours; false if their time zone is no longer known. */
export function isQuiet(quiet: NotificationChoices["quiet"], nowMs: number): boolean {
  if (quiet === null || !isTimeZone(quiet.time_zone)) return false;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: quiet.time_zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const time = clock.format(nowMs);
  const { from, to } = quiet;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
