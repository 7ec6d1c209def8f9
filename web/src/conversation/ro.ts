import type { ro as lateRo } from "./late-ro.ts";
import type { ro as roomRo } from "./room-ro.ts";

export const ro = { messages: { yesterday: "ieri", failedToSend: "Netrimis" } } as const;

type MessagesWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends MessagesWords {}
}
