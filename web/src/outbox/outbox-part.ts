import { sendHandlers } from "../messages/send-message.ts";
import type { Outside, Part } from "../part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import { followOutbox } from "./follow-outbox.ts";
import { openOutbox, type Outbox } from "./open-outbox.ts";
import type { OutboxCommands, OutboxEffects, OutboxEvents, OutboxState } from "./outbox-shape.ts";
import { outboxHandlers } from "./outbox-state.ts";
import { resendHandlers } from "./resend-state.ts";

/** Messages on their way out. */
export const outboxPart: Part<OutboxState, OutboxEvents, OutboxEffects, OutboxCommands> = {
  initial: { pending: {}, outbox: { isOpen: false, hasTurn: false, isKept: true, reads: 0 } },
  handlers: { ...sendHandlers, ...outboxHandlers, ...resendHandlers },
  follow: followOutbox,
  run: runOutbox,
  commands: (dispatch) => ({
    sendMessage: (roomId, text) => dispatch({ type: "messages/send-asked", roomId, text }),
    retryMessage: (roomId, clientId) => dispatch({ type: "messages/retry-asked", roomId, clientId }),
    deleteFailedMessage: (roomId, clientId) => dispatch({ type: "messages/pending-deleted", roomId, clientId }),
    editFailedMessage: (roomId, clientId) => dispatch({ type: "messages/edit-asked", roomId, clientId }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

function runOutbox(outside: Outside): ReturnType<NonNullable<typeof outboxPart.run>> {
  const { getState, dispatch } = outside.store;
  let outbox: Outbox | null = null;
  return {
    "outbox-open": () => {
      outbox?.close();
      const person = me(getState());
      outbox = person === null ? null : openOutbox(outside, ownerKey(person));
    },
    "outbox-close": () => {
      outbox?.close();
      outbox = null;
    },
    "keep-message": ({ message }) => outbox?.keep(message),
    "update-message": ({ message }) => outbox?.update(message),
    "drop-messages": ({ clientIds, sent }) => outbox?.drop(clientIds, sent),
    "call-publish": (effect) => outbox?.publish(effect),
    "ask-turn": () => outbox?.askTurn(),
    "end-turn": () => outbox?.endTurn(),
    "wake-sender": () => outbox?.wakeSender(),
    "note-found-sent": ({ roomId, clientIds }) => dispatch({ type: "outbox/found-sent", roomId, clientIds }),
  };
}
