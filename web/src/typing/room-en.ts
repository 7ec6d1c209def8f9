import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  typing: {
    one: "{name} is typing…",
    two: "{first} and {second} are typing…",
    many: "{first} and {count, number} more are typing…",
  },
};
