import { createHash, createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { monoMs, sleep } from "../clock.ts";

export const floodApp = { id: "4242", key: "flood-key", secret: "flood-secret" };
/** A public channel, which needs no signature. */
export const floodChannel = "flood";

const eventsPerCall = 10;
const eventBytes = 10 * 1024;
const bytesPerCall = eventsPerCall * eventBytes;
const callsAtOnce = 4;

/** Sends events of `bytes` in all to the channel through Pusher's HTTP API, evenly over the time. Returns how many bytes it sent. */
export async function flood(address: string, bytes: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce });
  const call = preparedCall(address, agent);
  const calls = Math.ceil(bytes / bytesPerCall);
  const start = monoMs();
  let [started, refused] = [0, 0];
  const work = async (): Promise<void> => {
    while (started < calls) {
      const dueAt = start + (started * seconds * 1000) / calls;
      started += 1;
      if (dueAt > monoMs()) await sleep(dueAt - monoMs());
      if ((await call()) !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  agent.destroy();
  if (refused > 0) throw new Error(`${refused} of ${calls} calls of the flood were refused`);
  return calls * bytesPerCall;
}

/** Returns a function that repeats one signed call, since preparing each call would disturb the measurement. */
function preparedCall(address: string, agent: Agent): () => Promise<number> {
  const event = { name: "flood", channel: floodChannel, data: "x".repeat(eventBytes) };
  const body = JSON.stringify({ batch: Array.from({ length: eventsPerCall }, () => event) });
  const path = `/apps/${floodApp.id}/batch_events`;
  const query = [
    `auth_key=${floodApp.key}`,
    `auth_timestamp=${Math.floor(Date.now() / 1000)}`,
    "auth_version=1.0",
    `body_md5=${createHash("md5").update(body).digest("hex")}`,
  ].join("&");
  const signature = createHmac("sha256", floodApp.secret).update(`POST\n${path}\n${query}`).digest("hex");
  const url = new URL(`${path}?${query}&auth_signature=${signature}`, address);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(url, { method: "POST", agent, headers }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      });
      asked.once("error", reject);
      asked.end(body);
    });
}
