import type { OutboxEvents } from "../state/events.ts";
import type { Handlers } from "../state/transition.ts";
import { draftHandlers } from "./drafts-state.ts";
import { outboxHandlers } from "./outbox-state.ts";
import { resendHandlers } from "./resend-state.ts";

/** All transitions of the outbox; the type makes sure that none is missing. They run after those of the chat. */
export const allOutboxHandlers = { ...outboxHandlers, ...resendHandlers, ...draftHandlers } satisfies Handlers<
  keyof OutboxEvents
>;
