import type { Said } from "../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  devices: {
    title: "Your devices",
    current: "this device",
    used: "used {when}",
    usedToday: "used today, {when}",
    program: "{browser} on {system}",
    unknown: "Unknown device",
    otherBrowser: "another browser",
    otherSystem: "another system",
    loading: "Loading devices…",
    failed: "The devices did not load",
    none: "You are not signed in on any other device.",
    end: "Sign out",
    endLabel: "Sign out {device}",
    ending: "Signing out…",
  },
};
