import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  actions: {
    unlike: "Remove like",
    whoLiked: "Who liked it",
    saveFile: "Download the file",
    copyText: "Copy text",
    copyLink: "Copy link",
    selectText: "Select text",
    loadingLikers: "Loading the names…",
    likersFailed: "The names did not load.",
    moreLikers: "More names",
  },
};
