import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

/** The words of this slice in English. */
export const en: Said<typeof ro> = {
  connection: {
    online: "Connected",
    connecting: "Connecting…",
    offline: "No connection",
    banner: "No connection to the server. What has loaded stays on screen; we reconnect by ourselves.",
    tryNow: "Try now",
  },
};
