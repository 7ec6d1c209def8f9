import type { PartFront } from "../part.ts";
import type { MessagesCommands, MessagesState } from "./messages-shape.ts";

export const messagesFront: PartFront<MessagesState, MessagesCommands> = {
  initial: {
    attention: { isVisible: true, isFocused: true, isAtEnd: true },
    timelines: {},
    reading: [],
    unconfirmedReads: {},
    linkedMessage: null,
    scrollDownRoomId: null,
  },
  commands: (dispatch) => ({
    loadNewerMessages: (roomId) => dispatch({ type: "messages/newer-asked", roomId }),
    showMessage: (roomId, seq) => dispatch({ type: "messages/around-asked", roomId, seq }),
    noteLinkShown: () => dispatch({ type: "messages/link-shown" }),
    showEnd: (roomId) => dispatch({ type: "messages/end-asked", roomId }),
    loadOlderMessages: (roomId) => dispatch({ type: "messages/older-asked", roomId }),
    reloadMessages: (roomId) => dispatch({ type: "messages/reload-asked", roomId }),
    setAtEnd: (roomId, isAtEnd) => dispatch({ type: "messages/end-changed", roomId, isAtEnd }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
