import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Relay, startRelay } from "./relay.ts";

/** A decision that the server acknowledged to a person. */
export interface Decision {
  readonly offer: number;
  readonly line: number;
  readonly version: number;
}

/** A decision as the ERP receives it. Repeated deliveries have the same id. */
export interface Received extends Decision {
  readonly id: string;
}

/** The servers that the product calls: a push service and the ERP. */
export interface Outside {
  readonly address: string;
  readonly received: readonly Received[];
  pushes(): number;
  readonly relay: Relay;
  subscription(): object;
  stop(): void;
}

/** `offer_id` is missing in a webhook about a request. */
interface Webhook extends Pick<Received, "id" | "version"> {
  readonly offer_id?: number;
  readonly line_id: number;
}

export async function startOutside(): Promise<Outside> {
  const relay = await startRelay();
  const received: Received[] = [];
  let pushes = 0;
  const server = createServer((request, response) => {
    if (request.url === "/erp") {
      void json(request).then((body) => {
        const { id, offer_id: offer, line_id: line, version } = body as Webhook;
        if (offer !== undefined) received.push({ id, offer, line, version });
        response.writeHead(204).end();
      });
    } else {
      pushes += 1;
      request.resume();
      response.writeHead(201).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The cast is safe, since the address of a listening TCP server has this type.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    received,
    pushes: () => pushes,
    relay,
    subscription() {
      const p256dh = createECDH("prime256v1").generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      return { endpoint: `${address}/push/${randomUUID()}`, expirationTime: null, keys: { p256dh, auth } };
    },
    stop() {
      relay.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
