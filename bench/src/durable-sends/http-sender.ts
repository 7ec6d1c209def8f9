import type { Socket } from "node:net";
import { connectLean } from "../loader/connect-lean.ts";

export type SenderAnswer = { readonly status: number; readonly body: Buffer };

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("content-length: ");
const NOTHING = Buffer.alloc(0);

/** A raw socket with one request in flight: on this machine `node:http` costs about as much per request as the measured server. */
export class HttpSender {
  readonly #socket: Socket;
  #rest: Buffer = NOTHING;
  #waiting: { resolve: (answer: SenderAnswer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(port: number): Promise<HttpSender> {
    let sender: HttpSender | null = null;
    const socket = connectLean({ port }, (bytes) => {
      if (sender !== null) sender.#receive(bytes);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    const opened = new HttpSender(socket);
    sender = opened;
    socket.on("error", (error) => opened.#waiting?.reject(error));
    socket.on("close", () => opened.#waiting?.reject(new Error("the server closed the connection")));
    return opened;
  }

  send(request: string): Promise<SenderAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const headEnd = bytes.indexOf(HEAD_END);
    const length = headEnd < 0 ? null : contentLength(bytes.subarray(0, headEnd));
    const bodyStart = headEnd + HEAD_END.length;
    if (length === null || bytes.length < bodyStart + length) {
      this.#rest = Buffer.from(bytes);
      return;
    }
    this.#rest = NOTHING;
    const waiting = this.#waiting;
    this.#waiting = null;
    const status = Number(bytes.toString("latin1", 9, 12));
    waiting?.resolve({ status, body: Buffer.from(bytes.subarray(bodyStart, bodyStart + length)) });
  }
}

/** The length of a response, by its header; the servers write the header's name in lower case. */
function contentLength(head: Buffer): number {
  const at = head.indexOf(LENGTH);
  if (at < 0) throw new Error(`an answer without its length:\n${head.toString("latin1")}`);
  const end = head.indexOf("\r\n", at);
  return Number(head.toString("latin1", at + LENGTH.length, end < 0 ? head.length : end));
}
