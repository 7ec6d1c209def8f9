import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  people: { members: "Members", count: "{count, plural, one {# member} other {# members}}" },
  presence: {
    online: "Active now: {names}",
    short: "{count, number} active",
    nobody: "Nobody else active now",
    person: "{name}, {kind}",
  },
  typing: {
    one: "{name} is typing…",
    two: "{first} and {second} are typing…",
    many: "{first} and {count, number} more are typing…",
  },
  kind: { customer: "customer", erp: "ERP operator", agent: "agent" },
  colleagues: {
    hasLeft: "{name} is no longer in the conversation and does not receive what you write.",
    callBack: "Bring back",
    callingBack: "Bringing back…",
    cannotSignIn: "The customer cannot sign in and does not see what you write.",
    invite: "Invite",
  },
};
