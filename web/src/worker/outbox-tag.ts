/** Names the browser's background sync of the outbox. */
export const outboxTag = "outbox";
