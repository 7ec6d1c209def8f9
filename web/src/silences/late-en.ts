import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  silence: {
    begin: "Silence {name}",
    end: "Stop silencing {name}",
    list: "Silenced people",
    nobody: "You have not silenced anybody",
    hint: "Messages of silenced people stay in their conversations, but do not count and do not notify you. Choose “Silence” from a person's menu.",
    listEnd: "Stop silencing",
  },
};
