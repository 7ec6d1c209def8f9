import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  handOver: {
    to: "To whom",
    noteHint: "Only your colleague reads it. At most 500 characters.",
    noteTooLong: "The note is {count, plural, one {one character} other {# characters}} over 500.",
    choose: "Choose a colleague.",
    submit: "Hand over",
    busy: "Handing over…",
    loading: "Loading colleagues…",
    nobodyElse: "No other colleague can take over",
    nobody: "No other colleague is in this conversation",
    nobodyHint: "A conversation goes to a colleague who is in it. Ask them to join first.",
    notHeld: "Nobody holds this conversation any more, so there is nothing to hand over.",
    changed: "Meanwhile somebody else holds this conversation.",
    mayNotHold: "This colleague cannot take over. Choose somebody else.",
    badNote: "The note cannot be sent like this. Write it more simply, in at most 500 characters.",
  },
};
