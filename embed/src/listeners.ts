import type { EmbedMessage, Envelope, FrameAction, FrameEvents } from "./messages.ts";

export type Listener<Action extends FrameAction> = (message: Envelope<Action, FrameEvents[Action]>) => void;

/** Who listens to which messages. */
export class Listeners {
  readonly #byAction = new Map<FrameAction, Set<(message: EmbedMessage) => void>>();

  /** Answers how to stop it. */
  add<Action extends FrameAction>(action: Action, listener: Listener<Action>): () => void {
    const added = this.#byAction.get(action) ?? new Set();
    // Under its action a listener gets that action's messages alone.
    const own = (message: EmbedMessage): void => listener(message as never);
    this.#byAction.set(action, added.add(own));
    return () => void added.delete(own);
  }

  /** Calls whoever listens to it; one listener's mistake keeps nothing from the others. */
  call(message: EmbedMessage): void {
    for (const listen of this.#byAction.get(message.action) ?? []) {
      try {
        listen(message);
      } catch (error) {
        reportError(error);
      }
    }
  }

  clear(): void {
    this.#byAction.clear();
  }
}
