import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  edits: {
    editing: "Editing the message",
    end: "Stop editing",
    save: "Save",
    offline: "No connection: it can be saved once it is back.",
    edited: "edited",
    editedAt: "Edited {when}",
    saving: "Saving",
    folded: "Deleted.",
    undo: "Undo",
    retry: "Try again",
    reopen: "Edit again",
    drop: "Discard",
    refused: {
      conflict: "The message was deleted meanwhile.",
      forbidden: "You may not do this here.",
      gone: "The message is no longer here, or the server cannot change it yet.",
      offline: "No connection. It can be tried again once it is back.",
      wasOffline: "There was no connection.",
      noAnswer: "The server did not answer.",
      invalid: "The server does not accept this text.",
    },
  },
};
