import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  app: { tagline: "Conversations about car-parts offers", version: "Version {version}" },
  nav: { openOutside: "Open in a new window" },
};
