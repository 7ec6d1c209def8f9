import type { PendingMessage } from "../state/entities.ts";
import { delayMsMax } from "./resend-rules.ts";

/** The message at rest, for `delayMs` as this page has it; what the server asked for counts for every page. */
export function resting(message: PendingMessage, delayMs: number, now: number): PendingMessage {
  const asked = message.error?.code === "too_many_requests" ? delayMs : askedMs(message);
  return { ...message, status: "resting", notBefore: now + asked };
}

/** The same out of the device's storage. */
export const restingAgain = (message: PendingMessage, notBefore: unknown): PendingMessage => ({
  ...message,
  status: "resting",
  notBefore: Number.isFinite(notBefore) ? Number(notBefore) : 0,
});

/** For how long the server does not want it yet, ms; 0 where it may be tried. A clock that was put back makes that no longer than was asked. */
export function putOffMs(message: PendingMessage, now: number): number {
  const left = (message.notBefore ?? 0) - now;
  return left > 0 && left <= Math.max(delayMsMax, askedMs(message)) ? left : 0;
}

const askedMs = ({ error }: PendingMessage): number => (error?.retryAfterSeconds ?? 0) * 1000;
