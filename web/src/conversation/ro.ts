import type { ro as roomRo } from "./room-ro.ts";

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = { messages: { yesterday: "ieri", failedToSend: "Netrimis" } } as const;

type MessagesWords = typeof ro & typeof roomRo;
declare module "../state/shape.ts" {
  interface Words extends MessagesWords {}
}
