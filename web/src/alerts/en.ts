import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  alerts: {
    label: "Messages from the app",
    dismiss: "Dismiss the message",
    undo: "Undo",
    open: "Open",
    copy: "Copy",
    messageNotSent: "A message was not sent:",
    copied: "Copied.",
    workerFailed: "On this device Cuplaj will not work without a network.",
    codeMissing: "Part of the app did not load. Reload the page.",
    details: "Details",
  },
};
