import { fieldsOf, isCount, isText } from "../api/shapes.ts";
import type { Outside } from "../state/part.ts";
import { openWebSocket } from "../platform/web-socket.ts";
import { reconnectDelayMs } from "../state/retries/retry-delay.ts";

const handshakeMaxMs = 10_000;
/** When the person asks to reconnect or the network is back, an attempt older than this, in ms, is replaced, since it may hang. */
const handshakeMaxNowMs = 1500;
/** After this long without a frame the server is probed, ms. With the time to respond, a dead network is detected within 30 s. */
const silenceMaxMs = 25_000;
const answerMaxMs = 2000;
const revokedCode = 4009;
/** The close code of a server that asks the client to reconnect at once, to it or to another process (LIVE-8). */
const reconnectNowCode = 4200;
/** Clients that lose their connections at the same moment spread their reconnects over this time, ms. */
const comeBackWithinMs = 500;
/** A connection lost sooner than this, in ms, backs off like a failed one. */
const steadyMs = 2000;

interface ConnectionSetup extends Pick<Outside, "clock" | "random"> {
  readonly url: string;
  readonly onUp: (socketId: string) => void;
  readonly onFrame: (frame: Frame) => void;
  /** `isDead` is true if the server stopped responding, so that nobody closed the socket. */
  readonly onDown: (isDead: boolean) => void;
  readonly onRevoked: () => void;
}

/** CONN-2: always reconnects by itself. Any frame counts as a sign of life, even an invalid one. */
export class Connection {
  readonly #setup: ConnectionSetup;
  #phase: "waiting" | "connecting" | "up" | "probing" = "waiting";
  #since = 0;
  #attempt = 0;
  #silenceMs = silenceMaxMs;
  #closeSocket = (): void => undefined;
  #sendText = (_text: string): void => undefined;
  #cancelTimer = (): void => undefined;

  constructor(setup: ConnectionSetup) {
    this.#setup = setup;
    this.#connect();
  }

  send(event: string, data: object, channel?: string): void {
    this.#sendText(JSON.stringify({ event, channel, data }));
  }

  /** Probes the connection, and gives it up unless it responds within 2 s (CONN-3). */
  probe(): void {
    if (this.#phase !== "up") return;
    this.#phase = "probing";
    this.send("pusher:ping", {});
    this.#awaitAnswer(true);
  }

  /** Probes an open connection. Otherwise connects at once, instead of waiting or continuing an attempt that hangs. */
  resume(): void {
    const { clock } = this.#setup;
    if (this.isUp()) this.probe();
    else if (this.#phase === "waiting" || clock.now() - this.#since > handshakeMaxNowMs) this.#connect();
  }

  giveUp(): void {
    this.#end("silent");
  }

  close(): void {
    this.#cancelTimer();
    this.#closeSocket();
  }

  isUp(): boolean {
    return this.#phase === "up" || this.#phase === "probing";
  }

  #after(delayMs: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#setup.clock.later(delayMs, run);
  }

  #connect(): void {
    this.close();
    this.#phase = "connecting";
    this.#since = this.#setup.clock.now();
    this.#attempt += 1;
    this.#after(handshakeMaxMs, () => this.giveUp());
    const socket = openWebSocket(this.#setup.url, {
      onText: (text) => this.#receive(readFrame(text)),
      onClose: (code) => this.#end(code),
    });
    this.#closeSocket = socket.close;
    this.#sendText = socket.send;
  }

  #end(why: number | "silent"): void {
    const { onDown, onRevoked } = this.#setup;
    const isUp = this.isUp();
    this.#closeSocket();
    this.#after(this.#retryInMs(why), () => this.#connect());
    this.#phase = "waiting";
    if (isUp) onDown(why === "silent");
    if (why === revokedCode) onRevoked();
  }

  #retryInMs(why: number | "silent"): number {
    const { clock, random } = this.#setup;
    const isSteady = this.isUp() && clock.now() - this.#since >= steadyMs;
    // If a server stalls or shuts down, many clients lose their connections at once.
    const isShared = why === "silent" || why === reconnectNowCode;
    return isSteady && isShared ? random() * comeBackWithinMs : reconnectDelayMs(this.#attempt, random());
  }

  #receive(frame: Frame | null): void {
    if (!this.isUp()) {
      if (frame?.event === "pusher:connection_established") this.#establish(fieldsOf(frame.data));
      return;
    }
    this.#awaitFrame();
    if (frame?.event === "pusher:ping") this.send("pusher:pong", {});
    else if (frame && frame.event !== "pusher:pong") this.#setup.onFrame(frame);
  }

  #establish({ socket_id: socketId, activity_timeout: seconds }: Readonly<Record<string, unknown>>): void {
    if (!isText(socketId)) return;
    this.#silenceMs = isCount(seconds) && seconds > 0 ? Math.min(silenceMaxMs, seconds * 1000) : silenceMaxMs;
    this.#attempt = 0;
    this.#since = this.#setup.clock.now();
    this.#awaitFrame();
    this.#setup.onUp(socketId);
  }

  #awaitFrame(): void {
    this.#phase = "up";
    this.#after(this.#silenceMs, () => this.probe());
  }

  #awaitAnswer(isFirst: boolean): void {
    const { clock } = this.#setup;
    const lateAt = clock.now() + 2 * answerMaxMs;
    this.#after(answerMaxMs, () => {
      // In a frozen page the response may be queued behind this timer.
      if (isFirst && clock.now() > lateAt) this.#awaitAnswer(false);
      else this.giveUp();
    });
  }
}

/** The longest frame that is read, characters: far longer than our longest one, which lists everyone in a presence channel. */
const frameCharactersMax = 4 * 1024 * 1024;

export interface Frame {
  readonly event: string;
  readonly channel: string;
  readonly data: unknown;
  readonly userId: unknown;
}

function readFrame(text: string): Frame | null {
  const { event, channel, data, user_id: userId } = fieldsOf(text.length > frameCharactersMax ? null : parsed(text));
  if (!isText(event)) return null;
  return { event, channel: isText(channel) ? channel : "", data: isText(data) ? parsed(data) : data, userId };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
