import { createHash, createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { SAMPLE_CHANNEL, SAMPLE_EVENT, sampleMessage } from "./sample-message.ts";

export const BENCH_APP = { id: "1", key: "bench-key", secret: "bench-secret" } as const;

/** Measurements show that the CPU time of a request halves within this many requests and then stays the same. */
const WARM_UP_REQUESTS = 3000;

/** Publishes numbered sample events over the Pusher HTTP API, with the same signing for every server. */
export class Publisher {
  published = 0;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends requests that reach no subscribers, until the runtime has compiled the path. */
  async warmUp(): Promise<void> {
    const body = JSON.stringify({ name: SAMPLE_EVENT, channels: ["nobody-listens"], data: sampleMessage(0) });
    for (let request = 0; request < WARM_UP_REQUESTS; request += 1) {
      await this.#post(`/apps/${BENCH_APP.id}/events`, body);
    }
  }

  async publishOne(): Promise<void> {
    const body = { name: SAMPLE_EVENT, channels: [SAMPLE_CHANNEL], data: sampleMessage(this.published) };
    this.published += 1;
    await this.#post(`/apps/${BENCH_APP.id}/events`, JSON.stringify(body));
  }

  /** `events` is at most 10, the protocol's limit. */
  async publishBatch(events: number): Promise<void> {
    const first = this.published;
    this.published += events;
    const batch = Array.from({ length: events }, (_, offset) => ({
      name: SAMPLE_EVENT,
      channel: SAMPLE_CHANNEL,
      data: sampleMessage(first + offset),
    }));
    await this.#post(`/apps/${BENCH_APP.id}/batch_events`, JSON.stringify({ batch }));
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(path: string, body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: "127.0.0.1",
          port: this.#port,
          method: "POST",
          path: `${path}?${signedQuery(path, body)}`,
          agent: this.#agent,
          headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(`${path} answered ${response.statusCode}: ${Buffer.concat(chunks).toString()}`));
          });
        },
      );
      call.on("error", reject);
      call.end(body);
    });
  }
}

function signedQuery(path: string, body: string): string {
  const query = [
    `auth_key=${BENCH_APP.key}`,
    `auth_timestamp=${Math.floor(Date.now() / 1000)}`,
    "auth_version=1.0",
    `body_md5=${createHash("md5").update(body).digest("hex")}`,
  ].join("&");
  const signature = createHmac("sha256", BENCH_APP.secret).update(`POST\n${path}\n${query}`).digest("hex");
  return `${query}&auth_signature=${signature}`;
}
