import type { PartFront } from "../part.ts";
import type { OutboxCommands, OutboxState } from "./outbox-shape.ts";

export const outboxFront: PartFront<OutboxState, OutboxCommands> = {
  initial: { pending: {}, outbox: { tabId: "", isOpen: false, isStored: true, reads: 0 } },
  commands: (dispatch) => ({
    sendMessage: (roomId, text, files = []) => dispatch({ type: "outbox/send-asked", roomId, text, files }),
    retryMessage: (roomId, clientId) => dispatch({ type: "outbox/retry-asked", roomId, clientId }),
    deleteFailedMessage: (roomId, clientId) => dispatch({ type: "outbox/pending-deleted", roomId, clientId }),
    editFailedMessage: (roomId, clientId) => dispatch({ type: "outbox/edit-asked", roomId, clientId }),
  }),
};
