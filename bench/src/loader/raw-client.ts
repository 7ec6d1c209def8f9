import type { Socket } from "node:net";
import { connectLean } from "./connect-lean.ts";
import { clientFrame, FrameReader, OPCODE_CLOSE, OPCODE_PING, OPCODE_PONG, OPCODE_TEXT } from "./frame-reader.ts";

export type Endpoint = { readonly port: number; readonly path: string; readonly localAddress: string };

const HEADERS_END = "\r\n\r\n";

/** A websocket client that does almost nothing per frame, so that it does not distort the measurement. */
export class RawClient {
  readonly #socket: Socket;
  readonly #onText: (payload: Buffer) => void;
  readonly #onClosed: (reason: string) => void;
  #headers: string | undefined = "";
  #isClosing = false;

  constructor(endpoint: Endpoint, onText: (payload: Buffer) => void, onClosed: (reason: string) => void) {
    this.#onText = onText;
    this.#onClosed = onClosed;
    const reader = new FrameReader((opcode, payload) => {
      this.#receive(opcode, payload);
    });
    this.#socket = connectLean({ port: endpoint.port, localAddress: endpoint.localAddress }, (chunk) => {
      const frames = this.#headers === undefined ? chunk : this.#readHeaders(chunk);
      if (frames.length > 0) reader.push(frames);
    });
    this.#socket.once("connect", () => this.#socket.write(handshake(endpoint)));
    this.#socket.once("error", (error) => this.#fail(error.message));
    this.#socket.once("close", () => this.#fail("the server closed the connection"));
  }

  send(text: string): void {
    this.#socket.write(clientFrame(OPCODE_TEXT, text));
  }

  /** Destroys the connection, without reporting that it closed. */
  close(): void {
    this.#isClosing = true;
    this.#socket.destroy();
  }

  #receive(opcode: number, payload: Buffer): void {
    if (opcode === OPCODE_TEXT) this.#onText(payload);
    else if (opcode === OPCODE_PING) this.#socket.write(clientFrame(OPCODE_PONG, payload));
    else if (opcode === OPCODE_CLOSE) this.#fail(`closed with ${closeReason(payload)}`);
  }

  #readHeaders(chunk: Buffer): Buffer {
    const known = this.#headers ?? "";
    const text = known + chunk.toString("latin1");
    const end = text.indexOf(HEADERS_END);
    if (end < 0) {
      this.#headers = text;
      return Buffer.alloc(0);
    }
    this.#headers = undefined;
    if (!text.startsWith("HTTP/1.1 101")) this.#fail(`handshake refused: ${text.slice(0, text.indexOf("\r\n"))}`);
    return chunk.subarray(end + HEADERS_END.length - known.length);
  }

  #fail(reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.destroy();
    this.#onClosed(reason);
  }
}

function handshake(endpoint: Endpoint): string {
  // The key may be fixed, since it only guards against cached responses.
  return [
    `GET ${endpoint.path} HTTP/1.1`,
    `Host: 127.0.0.1:${endpoint.port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: Y3VwbGFqLWJlbmNoLWtleQ==",
    "",
    "",
  ].join("\r\n");
}

function closeReason(payload: Buffer): string {
  return payload.length < 2 ? "no code" : `${payload.readUInt16BE(0)} ${payload.subarray(2).toString()}`;
}
