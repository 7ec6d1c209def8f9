import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StoredOffer } from "./offer.ts";

export interface Decision {
  readonly id: string;
  readonly type: "offer.line-accepted" | "offer.line-declined";
  readonly offer_id: number;
  readonly line_id: number;
  readonly version: number;
  readonly by: { readonly name: string };
  readonly oferta: StoredOffer;
}

/** A customer asks for parts, or no longer does. */
export interface Asked {
  readonly id: string;
  readonly type: "request.created" | "request.closed";
  readonly by: { readonly name: string };
  readonly request: {
    readonly id: number;
    readonly state: string;
    readonly customer: { readonly id: number };
    readonly vehicle: StoredOffer["vehicle"];
  };
}

interface ReceiverParts {
  readonly secret: string;
  readonly port: number;
  /** Called for every correctly signed request. If it returns false, no response is sent. */
  readonly store: (webhook: Decision | Asked) => boolean;
}

const oldestSeconds = 5 * 60;
const bodyBytesMax = 4 * 1024 * 1024;

/** Receives webhooks. Responds with 2xx once they are stored. */
export class WebhookReceiver {
  readonly #parts: ReceiverParts;
  #server: Server | null = null;
  #port: number;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#port = parts.port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/cuplaj`;
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = request.method === "POST" ? await readBody(request) : null;
      if (body === null) response.writeHead(400).end();
      else if (!isSigned(request, body, this.#parts.secret)) response.writeHead(401).end();
      // The signature vouches for the content.
      else if (this.#parts.store(JSON.parse(body.toString()) as Decision | Asked)) response.writeHead(204).end();
      else response.destroy();
    } catch {
      // The connection broke, or the webhook was not stored, so it will be sent again.
      response.destroy();
    }
  }
}

/** The body; null if it is longer than any webhook. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > bodyBytesMax) return null;
  }
  return Buffer.concat(chunks);
}

/** Verifies the timestamp and the signature according to Standard Webhooks. */
function isSigned({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldestSeconds;
  if (!isFresh) return false;
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return String(signatures)
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => Buffer.from(signature.slice("v1,".length), "base64"))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
}
