import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  printing: {
    print: "Print",
    title: "Preparing to print",
    loaded: "Messages loaded: {count, number} of {total, number}",
    picturesLoaded: "Photos loaded: {count, number} of {total, number}",
    cancel: "Cancel",
    failed: "Not everything to print has loaded",
  },
};
