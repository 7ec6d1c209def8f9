import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = { silence: { mark: "silenced" } };
