import type { Said } from "../../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  offline: {
    shareLost:
      "What you shared did not arrive. Share it again from the other app, or add the files in the conversation.",
    shareFailed: "What you shared did not fit: it is too much, or the device is full. Share less at a time.",
  },
};
