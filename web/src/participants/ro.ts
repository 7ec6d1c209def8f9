import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  presence: { erased: "Utilizator șters" },
  typing: { row: "scrie…" },
} as const;

type ParticipantsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends ParticipantsWords {}
}
