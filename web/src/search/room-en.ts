import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = { search: { rooms: "Conversations in the list", none: "Nothing was found" } };
