import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  work: {
    hello: "Hello, {name}",
    unread: "{count, plural, one {You have # unread message.} other {You have # unread messages.}}",
    allRead: "Everything has been read.",
    waiting: "Waiting longest",
    unreadRooms: "Unread",
    opened: "Opened recently",
    offer: "Open an offer",
    keySearch: "search",
    keyRooms: "goes through the conversations",
    keyHelp: "all keys",
  },
  openOffer: {
    label: "Offer number",
    hint: "Digits only, for example 10001.",
    submit: "Open",
    notDigits: "An offer number has digits only.",
    noSuchNumber: "There is no offer with this number.",
    missing: "Enter the offer number.",
    opening: "Opening…",
    notFound: "The number is wrong, or the offer is not yours to see.",
    comesBack: "We cannot reach the server. You will join the conversation as soon as it is back.",
  },
  room: {
    failedHint: "The messages are safe on the server.",
    toList: "To the conversation list",
    offer: "Offer",
    showOffer: "Show the offer",
    hideOffer: "Hide the offer",
    visiting: "You are only looking in: new messages do not appear by themselves.",
    join: "Join the conversation",
    menu: "Conversation options",
    leave: "Leave the conversation",
    leftTitle: "You left this conversation",
    leftHint: "You can join again: all messages are there, and those in the conversation will see that you joined.",
    joinTitle: "Join the conversation?",
    joinHint: "If you join, those in the conversation will see it.",
  },
};
