import type { PendingMessage } from "../state/entities.ts";

/** The body of the call that sends a text: the same from page and worker, so that the server stores it once (MSG-2). */
export const publishBody = ({ text, clientId, replyTo }: Pick<PendingMessage, "text" | "clientId" | "replyTo">) => ({
  message: text,
  client_id: clientId,
  ...(replyTo && { reply_to: replyTo.messageId }),
});
