import type { ro } from "./ro.ts";
import type { ro as roomRo } from "./room-ro.ts";

declare module "../state/shape.ts" {
  interface Words extends LinesWords {}
}
type LinesWords = typeof ro & typeof roomRo;
