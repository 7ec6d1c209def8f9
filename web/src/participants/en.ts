import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  presence: { erased: "Erased user" },
  typing: { row: "typing…" },
  colleagues: {
    coming: "{name} joins the conversation “{room}”.",
    offline: "{name} does not join: you have no connection.",
    unconfirmed: "The server has not confirmed it. If it got there, {name} shows in the conversation.",
    refused: "{name} cannot join: the account is no longer active, or you may no longer add colleagues.",
    leaving: "{name} leaves the conversation “{room}”.",
    outOffline: "{name} stays in the conversation: you have no connection.",
    outUnconfirmed: "The server has not confirmed it. If it got there, {name} is no longer in the conversation.",
    outRefused: "{name} stays in the conversation: you may no longer remove them.",
  },
};
