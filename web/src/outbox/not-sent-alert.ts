import type { PendingMessage } from "../state/entities.ts";

/** How much of a message an alert repeats, in characters. */
const quotedMax = 60;
/** Longer than a page lives, and the longest that a browser's timer takes, ms: the alert is the one place where the message can be had. */
const unseenAlertMs = 2_147_483_647;

/** What an alert says of a failed message that no list shows (SEND-5), for how long, and its id. */
export function notSentAlert({ roomId, clientId, text }: PendingMessage) {
  const letters = Array.from(text);
  const quote = letters.length > quotedMax ? `${letters.slice(0, quotedMax).join("")}…` : text;
  return {
    id: `not-sent:${clientId}`,
    text: { kind: "key", key: "unsent.alert", quote, unsent: { roomId, clientId } },
    delayMs: unseenAlertMs,
  } as const;
}
