import type { ro as lateRo } from "./late-ro.ts";
import type { ro as roomRo } from "./room-ro.ts";

export const ro = {
  requests: {
    title: "Cererea {number}",
    new: "Cerere nouă",
    begun: "Continuă cererea",
  },
} as const;

type RequestsWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends RequestsWords {}
}
