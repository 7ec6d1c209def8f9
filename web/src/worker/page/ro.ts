import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  offline: {
    shareLost: "Ce ai trimis nu a ajuns. Trimite din nou din cealaltă aplicație sau adaugă fișierele în discuție.",
    shareFailed: "Ce ai trimis nu a încăput: e prea mult sau dispozitivul e plin. Trimite mai puțin odată.",
  },
} as const;

type OfflineWords = typeof ro & typeof lateRo;
declare module "../../state/shape.ts" {
  interface Words extends OfflineWords {}
}
