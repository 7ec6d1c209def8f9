import type { CallResult } from "../../api/api-client.ts";
import { inOrder, laneOf } from "../../state/messages/pending-messages.ts";
import { isRefusal } from "../../state/retries/may-pass.ts";
import type { PendingMessage } from "../../state/entities.ts";

export interface SendSetup {
  /** What waits of one person, in the order written. */
  readonly rows: readonly PendingMessage[];
  readonly publish: (message: PendingMessage) => Promise<CallResult<unknown>>;
  /** Called for each message that the server has stored. */
  readonly onSent: (clientId: string) => Promise<void>;
  readonly now: number;
}

/** Whether the worker sends it: files are a page's to send, and a refused message is the person's. */
export const isSendable = ({ file, status }: PendingMessage): boolean => file === undefined && status !== "failed";

/**
 * SW-1c: sends texts as a page would (SEND-3): in a room one at a time, in the order written, none past one that has to wait. Answers
 * whether all was done that can be done now.
 */
export async function sendStored(setup: SendSetup): Promise<boolean> {
  const texts = inOrder(setup.rows.filter(isSendable));
  const lanes = Map.groupBy(texts, laneOf);
  const done = await Promise.all([...lanes.values()].map((lane) => sendLane(lane, setup)));
  return done.every(Boolean);
}

async function sendLane(lane: readonly PendingMessage[], { publish, onSent, now }: SendSetup): Promise<boolean> {
  for (const message of lane) {
    if ((message.notBefore ?? 0) > now) return false;
    const result = await publish(message);
    if (result.ok) await onSent(message.clientId);
    // A refused one is passed by, and shown by the next page, which is refused too; without a session nothing more is sent.
    else if (!isRefusal(result.error)) return result.error.code === "unauthenticated";
  }
  return true;
}
