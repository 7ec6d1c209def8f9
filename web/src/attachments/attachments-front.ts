import type { PartFront } from "../part.ts";
import type { AttachmentsCommands, AttachmentsState } from "./attachments-shape.ts";

export const attachmentsFront: PartFront<AttachmentsState, AttachmentsCommands> = {
  initial: { trays: {}, uploads: {}, askedSends: {} },
  commands: (dispatch) => ({
    attachFiles: (roomId, files) => dispatch({ type: "attachments/chosen", roomId, files }),
    removeAttachment: (roomId, id) => dispatch({ type: "attachments/removed", roomId, id }),
    captionAttachment: (roomId, id, text) => dispatch({ type: "attachments/captioned", roomId, id, text }),
    sendOnceHeld: (roomId) => dispatch({ type: "attachments/send-asked", roomId }),
    chooseOriginal: (roomId, isOriginal) => dispatch({ type: "attachments/original-chosen", roomId, isOriginal }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
