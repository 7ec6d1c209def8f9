import type { PendingMessage } from "../state/entities.ts";

/** How much of a message an alert repeats, in characters. */
const quotedMax = 60;
/** How long an alert says what can be seen nowhere else, ms. */
const unseenAlertMs = 15_000;

/** What an alert says of a failed message that no list shows (SEND-5), for how long, and its id. */
export function notSentAlert({ clientId, text }: PendingMessage) {
  const letters = Array.from(text);
  const quote = letters.length > quotedMax ? `${letters.slice(0, quotedMax).join("")}…` : text;
  return {
    id: `not-sent:${clientId}`,
    text: { kind: "key", key: "messageNotSent", quote },
    delayMs: unseenAlertMs,
  } as const;
}
