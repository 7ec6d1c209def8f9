import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  handOver: {
    received: "{name} handed “{room}” over to you.",
    receivedMany: "{name} handed {count, plural, one {a conversation} other {# conversations}} over to you.",
    receivedFromMany: "Colleagues handed {count, plural, one {a conversation} other {# conversations}} over to you.",
  },
};
