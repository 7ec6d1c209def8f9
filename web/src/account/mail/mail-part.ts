import type { Part } from "../../state/part.ts";
import type { MailState } from "./mail-shape.ts";

/** The events of `late-part.ts` come from late components. */
export const mailPart: Part<MailState> = {
  initial: {
    mail: { own: null, isSaving: false, error: null, link: { phase: "waiting", error: null, address: "" } },
  },
  handlers: {},
};
