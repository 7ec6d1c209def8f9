import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = { edits: { deleted: "Mesaj șters" } } as const;

type EditsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends EditsWords {}
}
