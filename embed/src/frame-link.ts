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

/** A command that was not done. */
export class CommandError extends Error {
  readonly code: CommandErrorCode;
  constructor(code: CommandErrorCode) {
    super(`Cuplaj did not do it: ${code}`);
    this.name = "CommandError";
    this.code = code;
  }
}

/** A message event, of which source and origin were not looked at yet. */
export type WindowMessage = Pick<MessageEvent, "source" | "origin" | "data" | "ports">;

interface LinkParts {
  readonly clock: Clock;
  /** Origin that the frame has to come from. */
  readonly origin: string;
  /** The frame's window; null while there is none. */
  readonly frame: () => MessageEventSource | null;
  /** Posts to that window, for that origin alone. */
  readonly post: (message: Envelope) => void;
  readonly onMessage: (message: EmbedMessage) => void;
  /** Commands that go before all others each time the frame is ready. */
  readonly first: () => readonly (readonly [HostAction, object])[];
  /** What has to end behind them, before what waits is asked. Never rejects. */
  readonly prepare: () => Promise<void>;
}

interface Pending {
  readonly message: Envelope;
  readonly resolve: (state: FrameState | undefined) => void;
  readonly reject: (error: CommandError) => void;
  cancel: () => void;
}

/** How long the frame has to answer a command, ms. */
const answerMsMax = 5000;
/** The hello is repeated after so long, then ever later: the frame's code may still be on its way. */
const [helloMsMin, helloMsMax, helloGrowth] = [200, 5000, 1.5];
/** Without an answer to any hello the host is told so, and nothing waits any longer, ms. */
const silenceMs = 15_000;

/** EMB-4: the host's end of the way to the frame: handshake, port, commands in order, answers. */
export class FrameLink {
  readonly #parts: LinkParts;
  #nonce = "";
  #port: MessagePort | null = null;
  /** Whether what is asked is sent at once. */
  #isPrepared = false;
  /** Whether the frame was waited for in vain. */
  #isSilent = false;
  /** Not sent yet, in order. */
  #queue: Pending[] = [];
  /** Sent and not answered, by id. */
  readonly #sent = new Map<string, Pending>();
  #isDestroyed = false;
  #endHello = (): void => undefined;
  #endSilence = (): void => undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** The frame's document is on its way. */
  frameAwaited(): void {
    this.#endSilence();
    this.#isSilent = false;
    this.#endSilence = this.#parts.clock.later(silenceMs, () => {
      this.#isSilent = true;
      this.#rejectQueue("no_answer");
      this.#parts.onMessage(this.#envelope("error", { code: "no_answer" }) as EmbedMessage);
    });
  }

  /** The frame's document has loaded, maybe another one than before: what went to that one has no answer any more. */
  frameLoaded(): void {
    this.#endPort("reloaded");
    this.#nonce = this.#parts.clock.newId();
    this.frameAwaited();
    this.#sayHello(helloMsMin);
  }

  /** EMB-4a: a message counts only from the frame's own window and origin, in its envelope, with its payload. */
  receive({ source, origin, data, ports }: WindowMessage): void {
    if (source === null || source !== this.#parts.frame() || origin !== this.#parts.origin) return;
    const event = readEvent(data);
    // EMB-3c: by the window comes what a frame says to every host before the handshake, and nothing after it.
    if (event === null || this.#isDestroyed || this.#port !== null) return;
    if (event.action !== "ready") this.#parts.onMessage(event);
    else if (event.payload.nonce === this.#nonce && ports[0] !== undefined) this.#take(ports[0], event);
  }

  /** EMB-4h: does a command once the frame is ready, after those before it. */
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

  /** The same before all that waits, for `prepare`. */
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
    // Meanwhile the frame may have loaded anew.
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

  /** The frame is ours, from its origin and by its port: of a reply only what tells two kinds apart is looked at. */
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
  // The check of shapes is their type.
  return message !== null && isOneOf(eventShapes, message) ? (message as EmbedMessage) : null;
}
