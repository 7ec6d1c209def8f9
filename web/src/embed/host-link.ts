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
  /** The origins in `EMBED_ORIGINS`; null until the page knows them. */
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

/** EMB-3c: the actions of version 1, posted to every listed origin before the handshake. */
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

  /** Handles a message from the window around the frame. A hello from a listed origin opens a port, one per nonce. */
  receive({ origin, data }: { readonly origin: string; readonly data: unknown }): void {
    const { origins, openPort, post, onReady } = this.#parts;
    const message = isEmbedOrigin(origins() ?? [], origin) ? readMessage(data) : null;
    if (message === null || !isOneOf(helloShapes, message)) return;
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

  /** Reports to the host through the port. Until there is one, posts version 1's actions to each listed origin. */
  report<Action extends FrameAction>(action: Action, payload: FrameEvents[Action], id?: string): void {
    const message = this.#envelope(action, payload, id);
    if (this.#port !== null) this.#port.post(message);
    else if (beforeHandshake.has(action)) this.#postToWindow(message);
  }

  #postToWindow(message: Envelope): void {
    const { origins, hostOrigin, post, onNobody } = this.#parts;
    const listed = origins();
    if (listed === null) return;
    // EMB-3c: never posts to `*`, so the origin of a wildcard entry gets it only if the browser names that origin.
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
    // EMB-4c: also reports the error on its own, since nobody reads the reply to some commands, such as a setting that the loader repeats.
    const ended = await outcome;
    if ("code" in ended) port.post(this.#envelope("error", ended));
  }

  async #bounded(perform: () => Promise<Answer>): Promise<Answer> {
    if (this.#underWay >= commandsMax) return { code: "too_many" };
    this.#underWay += 1;
    try {
      return await perform();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** EMB-4c: replies `busy` to a slow command, which continues. */
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
      return await this.#parts.perform({ ...(payload as object), action } as Command, origin);
    } catch {
      // A host learns that we failed, but gets no details.
      return { code: "failed" } as const;
    }
  }

  #envelope(action: EmbedMessage["action"] | "reply", payload: object, id = this.#parts.newId()): Envelope {
    return { source: "cuplaj", version: messageVersion, action, id, ts: this.#parts.timestamp(), payload };
  }
}

const nonceCharactersMax = 100;
const commandsMax = 50;
/** Every command gets a reply within this time, ms, since a host waits for 5 s. */
const answerMsMax = 4500;
