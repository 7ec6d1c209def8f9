import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  presence: { erased: "Erased user" },
  typing: { row: "typing…" },
};
