import type { ro as roomRo } from "./room-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  signIn: {
    signedOutElsewhere: "Ai ieșit din cont în altă filă.",
    sessionEnded: "Sesiunea a expirat. Intră din nou în cont.",
  },
} as const;

type SignInWords = typeof ro & typeof roomRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends SignInWords {}
}
