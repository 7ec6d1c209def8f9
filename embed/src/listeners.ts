import type { EmbedMessage, Envelope, FrameAction, FrameEvents } from "./messages.ts";

export type Listener<Action extends FrameAction> = (message: Envelope<Action, FrameEvents[Action]>) => void;

export class Listeners {
  readonly #byAction = new Map<FrameAction, Set<(message: EmbedMessage) => void>>();

  /** Returns a function that removes the listener. */
  add<Action extends FrameAction>(action: Action, listener: Listener<Action>): () => void {
    const added = this.#byAction.get(action) ?? new Set();
    // The cast is safe, since a listener is called only with messages of its action.
    const own = (message: EmbedMessage): void => listener(message as never);
    this.#byAction.set(action, added.add(own));
    return () => void added.delete(own);
  }

  /** Calls the action's listeners; one that throws does not keep the others from running. */
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
