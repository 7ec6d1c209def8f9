import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  composer: {
    label: "Message to {room}",
    placeholder: "Write a message…",
    withFile: "{count, plural, one {Add a text…} other {Text for the first file…}}",
    send: "Send",
    stash: "Your earlier draft is waiting.",
    swap: "Swap them",
    left: "{count, plural, one {# character left} other {# characters left}}",
    over: "{count, plural, one {# character too many} other {# characters too many}}. Split the message in two.",
  },
};
