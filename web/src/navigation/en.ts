import type { Said } from "../state/said.ts";
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
    account: "Your account, {name}",
    home: "Home",
    offers: "Offers",
    openOutside: "Open in a new window",
    hideRooms: "Hide the conversation list",
    showRooms: "Show the conversation list",
    listEdge: "Width of the conversation list",
    skip: "Skip to the conversation",
  },
  connection: {
    banner: "No connection. You can keep writing: messages will be sent when it is back.",
    noInternet: "No internet. You can keep writing: messages will be sent when it is back.",
    tryNow: "Try now",
  },
  crash: {
    title: "Unknown error",
    text: "The page stopped. The messages you sent are stored on the server.",
    paneText: "This part has stopped, the rest works. Messages you sent are saved on the server.",
    reload: "Reload the page",
  },
};
