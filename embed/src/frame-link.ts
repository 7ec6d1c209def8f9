import type { Clock } from "./clock.ts";
import {
  type CommandErrorCode,
  type EmbedMessage,
  type Envelope,
  eventShapes,
  type FrameState,
  type HostAction,
  type HostCommands,
  isOneOf,
  messageVersion,
  readMessage,
} from "./messages.ts";

/** The rejection of a command; `code` says why. */
export class CommandError extends Error {
  readonly code: CommandErrorCode;
  constructor(code: CommandErrorCode) {
    super(`Cuplaj did not do it: ${code}`);
    this.name = "CommandError";
    this.code = code;
  }
}

/** A message event whose source and origin have not been checked yet. */
export type WindowMessage = Pick<MessageEvent, "source" | "origin" | "data" | "ports">;

interface LinkParts {
  readonly clock: Clock;
  readonly origin: string;
  readonly frame: () => MessageEventSource | null;
  readonly post: (message: Envelope) => void;
  readonly onMessage: (message: EmbedMessage) => void;
  /** Commands sent first each time the frame is ready. */
  readonly first: () => readonly (readonly [HostAction, object])[];
  /** Runs after the `first` commands and before the queued ones. Must not reject. */
  readonly prepare: () => Promise<void>;
}

interface Pending {
  readonly message: Envelope;
  readonly resolve: (state: FrameState | undefined) => void;
  readonly reject: (error: CommandError) => void;
  cancel: () => void;
}

/** Timeout of a command, ms. */
const answerMsMax = 5000;
/** Interval of the repeated hello, ms, and its growth: the frame's code may still be loading. */
const [helloMsMin, helloMsMax, helloGrowth] = [200, 5000, 1.5];
/** If no `ready` arrives within this time, ms, queued commands fail and the host gets an error. */
const silenceMs = 15_000;

/** EMB-4: the host's end of the link to the frame: handshake, port, ordered commands and replies. */
export class FrameLink {
  readonly #parts: LinkParts;
  #nonce = "";
  #port: MessagePort | null = null;
  /** False while commands are queued. */
  #isPrepared = false;
  #isSilent = false;
  #queue: Pending[] = [];
  /** Commands awaiting a reply, by id. */
  readonly #sent = new Map<string, Pending>();
  #isDestroyed = false;
  #endHello = (): void => undefined;
  #endSilence = (): void => undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** Starts the timeout for a document that is being loaded. */
  frameAwaited(): void {
    this.#endSilence();
    this.#isSilent = false;
    this.#endSilence = this.#parts.clock.later(silenceMs, () => {
      this.#isSilent = true;
      this.#rejectQueue("no_answer");
      this.#parts.onMessage(this.#envelope("error", { code: "no_answer" }) as EmbedMessage);
    });
  }

  /** Greets a loaded document; commands sent to its predecessor fail with `reloaded`. */
  frameLoaded(): void {
    this.#endPort("reloaded");
    this.#nonce = this.#parts.clock.newId();
    this.frameAwaited();
    this.#sayHello(helloMsMin);
  }

  /** EMB-4a: accepts only valid messages from the window and origin of the frame. */
  receive({ source, origin, data, ports }: WindowMessage): void {
    if (source === null || source !== this.#parts.frame() || origin !== this.#parts.origin) return;
    const event = readEvent(data);
    // EMB-3c: the window carries events only before the handshake; after it, the port does.
    if (event === null || this.#isDestroyed || this.#port !== null) return;
    if (event.action !== "ready") this.#parts.onMessage(event);
    else if (event.payload.nonce === this.#nonce && ports[0] !== undefined) this.#take(ports[0], event);
  }

  /** EMB-4h: sends a command once the frame is ready, in order. Rejects with a `CommandError`. */
  async command<Action extends HostAction>(
    action: Action,
    payload: HostCommands[Action],
  ): Promise<FrameState | undefined> {
    if (this.#isDestroyed) throw new CommandError("destroyed");
    if (this.#isSilent) throw new CommandError("no_answer");
    return await new Promise((resolve, reject) => {
      const pending = this.#pending(action, payload, resolve, reject);
      if (this.#port === null || !this.#isPrepared) this.#queue.push(pending);
      else this.#send(this.#port, pending);
    });
  }

  /** Sends a command ahead of the queue, for `prepare`. */
  async commandFirst<Action extends HostAction>(action: Action, payload: HostCommands[Action]): Promise<void> {
    const port = this.#port;
    if (port === null) throw new CommandError("reloaded");
    await new Promise((resolve, reject) => this.#send(port, this.#pending(action, payload, resolve, reject)));
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#endPort("destroyed");
    this.#rejectQueue("destroyed");
  }

  #pending(action: HostAction, payload: object, resolve: Pending["resolve"], reject: Pending["reject"]): Pending {
    return { message: this.#envelope(action, payload), resolve, reject, cancel: () => undefined };
  }

  #rejectQueue(code: CommandErrorCode): void {
    for (const { reject } of this.#queue.splice(0)) reject(new CommandError(code));
  }

  #sayHello(waitMs: number): void {
    this.#parts.post(this.#envelope("hello", { nonce: this.#nonce }));
    this.#endHello = this.#parts.clock.later(waitMs, () => this.#sayHello(Math.min(helloMsMax, waitMs * helloGrowth)));
  }

  #take(port: MessagePort, ready: EmbedMessage): void {
    this.#endHello();
    this.#endSilence();
    this.#isSilent = false;
    this.#port = port;
    port.addEventListener("message", ({ data }) => this.#receiveByPort(data));
    port.start();
    for (const [action, payload] of this.#parts.first()) port.postMessage(this.#envelope(action, payload));
    this.#parts.onMessage(ready);
    void this.#parts.prepare().then(() => this.#sendQueue(port));
  }

  #sendQueue(port: MessagePort): void {
    // The frame may have been reloaded during `prepare`.
    if (this.#port !== port) return;
    this.#isPrepared = true;
    for (const pending of this.#queue.splice(0)) this.#send(port, pending);
  }

  #send(port: MessagePort, pending: Pending): void {
    const { id } = pending.message;
    this.#sent.set(id, pending);
    pending.cancel = this.#parts.clock.later(answerMsMax, () => {
      this.#sent.delete(id);
      pending.reject(new CommandError("timeout"));
    });
    port.postMessage(pending.message);
  }

  #receiveByPort(data: unknown): void {
    const message = readMessage(data);
    const event = readEvent(data);
    if (message?.action === "reply") this.#settle(message);
    else if (event !== null) this.#parts.onMessage(event);
  }

  /** Settles a command. The reply came through the frame's own port, so only its outcome is checked. */
  #settle({ payload }: Envelope): void {
    const { replyTo, ok, state, error } = payload as {
      replyTo?: string;
      ok?: unknown;
      state?: FrameState;
      error?: { code?: CommandErrorCode };
    };
    const pending = this.#sent.get(replyTo ?? "");
    if (pending === undefined || replyTo === undefined) return;
    this.#sent.delete(replyTo);
    pending.cancel();
    if (ok === true) pending.resolve(state);
    else pending.reject(new CommandError(error?.code ?? "failed"));
  }

  #endPort(code: CommandErrorCode): void {
    this.#endHello();
    this.#endSilence();
    this.#port?.close();
    this.#port = null;
    this.#isPrepared = false;
    for (const { reject, cancel } of this.#sent.values()) {
      cancel();
      reject(new CommandError(code));
    }
    this.#sent.clear();
  }

  #envelope(action: string, payload: object): Envelope {
    const { newId, timestamp } = this.#parts.clock;
    return { source: "cuplaj", version: messageVersion, action, id: newId(), ts: timestamp(), payload };
  }
}

function readEvent(data: unknown): EmbedMessage | null {
  const message = readMessage(data);
  return message !== null && isOneOf(eventShapes, message) ? (message as EmbedMessage) : null;
}
