import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = { messages: { yesterday: "yesterday", failedToSend: "Not sent" } };
