import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  app: {
    name: "Cuplaj",
    tagline: "Conversations about car-parts offers",
    version: "Version {version}",
    close: "Close",
    retry: "Try again",
  },
  nav: {
    menu: "Menu",
    home: "Home",
    offers: "Offers",
    logout: "Sign out",
    hideRooms: "Hide the conversation list",
    showRooms: "Show the conversation list",
    skip: "Skip to the conversation",
  },
  connection: {
    banner: "No connection. You can keep writing: messages will be sent when it is back.",
    noInternet: "No internet. You can keep writing: messages will be sent when it is back.",
    tryNow: "Try now",
  },
  keys: {
    title: "Keyboard shortcuts",
    send: "Send the message",
    newLine: "New line in the message",
    nextRoom: "Next or previous conversation",
    nextUnread: "Next or previous unread conversation",
    list: "Move through the conversation list",
    close: "Close the conversation or the dialog",
    ends: "To the first or the last message",
    undo: "Undo what you just did",
    help: "This list",
    or: "or",
  },
  notFound: {
    title: "This page is not on the shelf",
    text: "The address is wrong or the page has moved. Your conversations are where you left them.",
    home: "Go home",
  },
  crash: {
    title: "Unknown error",
    text: "The page stopped. The messages you sent are stored on the server.",
    paneText: "This part has stopped, the rest works. Messages you sent are saved on the server.",
    reload: "Reload the page",
  },
};
