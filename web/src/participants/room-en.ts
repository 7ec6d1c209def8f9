import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  people: { members: "Members", count: "{count, plural, one {# member} other {# members}}" },
};
