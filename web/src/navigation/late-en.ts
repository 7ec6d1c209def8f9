import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  nav: { search: "Search", admin: "Administration", logout: "Sign out", compactRooms: "Compact list" },
  keys: {
    title: "Keyboard shortcuts",
    send: "Send the message",
    newLine: "New line in the message",
    search: "Search or switch to another conversation",
    nextRoom: "Next or previous conversation",
    nextUnread: "Next or previous unread conversation",
    editLast: "Edit your last message, from the empty field",
    reply: "Reply to the chosen message",
    edit: "Edit the chosen message",
    delete: "Delete the chosen message or file",
    menu: "Menu of the chosen message or conversation",
    picture: "Previous or next photo",
    zoom: "Zoom the photo in, out, or to fit",
    turn: "Turn the photo",
    list: "Move through the conversation list or the messages",
    width: "Make the list wider or narrower, on its edge",
    find: "Search the conversation",
    found: "Next or previous result",
    close: "Back: drop the quote, close the conversation or the dialog",
    ends: "To the first or the last message",
    undo: "Undo what you just did",
    print: "Print the conversation",
    leave: "Leave to the page around",
    help: "This list",
    or: "or",
  },
  notFound: {
    title: "This page is not on the shelf",
    text: "The address is wrong or the page has moved. Your conversations are where you left them.",
    home: "Go home",
  },
};
