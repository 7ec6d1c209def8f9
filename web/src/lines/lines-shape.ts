import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface Words extends LinesWords {}
}
type LinesWords = typeof ro;
