import {
  type CommandErrorCode,
  commandShapes,
  type EmbedMessage,
  type Envelope,
  type FrameAction,
  type FrameEvents,
  type FrameState,
  helloShapes,
  type HostAction,
  type HostCommands,
  isOneOf,
  messageVersion,
  readMessage,
} from "@cuplaj/embed/messages.ts";
import { isEmbedOrigin } from "@cuplaj/protocol/embed-origins.ts";
import type { Clock } from "../platform/clock.ts";
import type { HostPort } from "../platform/page/host-window.ts";

export type Command = { [Action in HostAction]: { readonly action: Action } & HostCommands[Action] }[HostAction];

export type Answer = { readonly state?: FrameState } | { readonly code: CommandErrorCode };

interface HostLinkParts {
  /** `EMBED_ORIGINS`; null while the page does not know them. */
  readonly origins: () => readonly string[] | null;
  readonly hostOrigin: string | null;
  readonly post: (message: Envelope, origin: string, port?: MessagePort) => void;
  readonly openPort: (listen: (data: unknown) => void) => HostPort;
  readonly perform: (command: Command, origin: string) => Promise<Answer>;
  readonly onReady: () => void;
  readonly onNobody: () => void;
  readonly later: Clock["later"];
  readonly newId: () => string;
  readonly timestamp: () => string;
}

/** EMB-3c: the actions of version 1, which go to every listed origin before a handshake. */
const beforeHandshake: ReadonlySet<FrameAction> = new Set([
  "messageReceived",
  "messageActionReceived",
  "messagesRead",
  "askNotificationAccess",
]);
const actions = Object.keys(commandShapes);

export class HostLink {
  readonly #parts: HostLinkParts;
  #port: HostPort | null = null;
  #nonce: string | null = null;
  #hasWarned = false;
  #underWay = 0;

  constructor(parts: HostLinkParts) {
    this.#parts = parts;
  }

  /** A message of the window around the frame: of a listed origin, a hello opens a port, one for each nonce. */
  receive({ origin, data }: { readonly origin: string; readonly data: unknown }): void {
    const { origins, openPort, post, onReady } = this.#parts;
    const message = isEmbedOrigin(origins() ?? [], origin) ? readMessage(data) : null;
    if (message === null || !isOneOf(helloShapes, message)) return;
    // The shape is its type.
    const { nonce } = message.payload as { readonly nonce: string };
    if (nonce === this.#nonce || nonce.length > nonceCharactersMax) return;
    this.#nonce = nonce;
    this.#port?.close();
    const port = openPort((asked) => void this.#answer(port, asked, origin));
    this.#port = port;
    const ready = this.#envelope("ready", { nonce, version: messageVersion, features: actions });
    post(ready, origin, port.theirs);
    onReady();
  }

  /** Tells the host, by the port; before there is one, what version 1 has, by the window of each listed origin. */
  report<Action extends FrameAction>(action: Action, payload: FrameEvents[Action], id?: string): void {
    const message = this.#envelope(action, payload, id);
    if (this.#port !== null) this.#port.post(message);
    else if (beforeHandshake.has(action)) this.#postToWindow(message);
  }

  #postToWindow(message: Envelope): void {
    const { origins, hostOrigin, post, onNobody } = this.#parts;
    const listed = origins();
    if (listed === null) return;
    // EMB-3c: never to `*`, so an entry with a label open gets it only where the browser says who is there.
    const exact = listed.filter((origin) => !origin.includes("*"));
    const named = hostOrigin === null ? exact : [hostOrigin].filter((origin) => isEmbedOrigin(listed, origin));
    for (const origin of named) post(message, origin);
    if (named.length > 0 || this.#hasWarned) return;
    this.#hasWarned = true;
    onNobody();
  }

  async #answer(port: HostPort, data: unknown, origin: string): Promise<void> {
    const message = readMessage(data);
    if (message === null) return port.post(this.#envelope("error", { code: "invalid" }));
    const { id } = message;
    const outcome = this.#bounded(() => this.#outcome(message, origin));
    const answer = await this.#inTime(outcome);
    const isDone = !("code" in answer);
    port.post(this.#envelope("reply", isDone ? { replyTo: id, ok: true, ...answer } : { replyTo: id, error: answer }));
    // EMB-4c: not every command has somebody who reads its answer, such as a setting that the loader repeats.
    const ended = await outcome;
    if ("code" in ended) port.post(this.#envelope("error", ended));
  }

  /** EMB-4c: whatever a host asks at once, the frame goes on, and asks the server no more than this at once. */
  async #bounded(perform: () => Promise<Answer>): Promise<Answer> {
    if (this.#underWay >= commandsMax) return { code: "too_many" };
    this.#underWay += 1;
    try {
      return await perform();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** EMB-4c: what is not done in time goes on, and is answered `busy`. */
  async #inTime(outcome: Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<Answer>();
    const cancel = this.#parts.later(answerMsMax, () => late.resolve({ code: "busy" }));
    const answer = await Promise.race([outcome, late.promise]);
    cancel();
    return answer;
  }

  async #outcome(message: Envelope, origin: string): Promise<Answer> {
    const { action, payload } = message;
    if (!actions.includes(action)) return { code: "unknown_command" } as const;
    if (!isOneOf(commandShapes, message)) return { code: "invalid" } as const;
    try {
      // The check of shapes is its type.
      return await this.#parts.perform({ ...(payload as object), action } as Command, origin);
    } catch {
      // A bug of ours is the host's to know of, and no more than that.
      return { code: "failed" } as const;
    }
  }

  #envelope(action: EmbedMessage["action"] | "reply", payload: object, id = this.#parts.newId()): Envelope {
    return { source: "cuplaj", version: messageVersion, action, id, ts: this.#parts.timestamp(), payload };
  }
}

const nonceCharactersMax = 100;
const commandsMax = 50;
/** A command is answered within this, ms: a host waits 5 s. */
const answerMsMax = 4500;
