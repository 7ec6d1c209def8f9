import type { Said } from "../state/said.ts";
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
    coming: "{name} joins the conversation “{room}”.",
    offline: "{name} does not join: you have no connection.",
    unconfirmed: "The server has not confirmed it. If it got there, {name} shows in the conversation.",
    refused: "{name} cannot join: the account is no longer active, or you may no longer add colleagues.",
    leaving: "{name} leaves the conversation “{room}”.",
    outOffline: "{name} stays in the conversation: you have no connection.",
    outUnconfirmed: "The server has not confirmed it. If it got there, {name} is no longer in the conversation.",
    outRefused: "{name} stays in the conversation: you may no longer remove them.",
    hasLeft: "{name} is no longer in the conversation and does not receive what you write.",
    callBack: "Bring back",
    callingBack: "Bringing back…",
    cannotSignIn: "The customer cannot sign in and does not see what you write.",
    invite: "Invite",
  },
};
