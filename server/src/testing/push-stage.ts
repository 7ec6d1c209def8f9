import { createECDH } from "node:crypto";
import { onTestFinished } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createPushJobStore } from "../push/jobs.pg.ts";
import { PushSender } from "../push/push-sender.ts";
import { createPushThread } from "../push/push-thread.ts";
import type { Person } from "./people.ts";
import { type Browser, makeBrowser } from "./push-service.ts";
import type { Received, Receiver } from "./receiver.ts";
import type { TestApi } from "./test-api.ts";

const pair = createECDH("prime256v1");
pair.generateKeys();
/** The installation's keys in tests. */
export const testVapid = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };

type Api = Pick<TestApi, "pool" | "call">;

/** A sender of pushes as the server has it, and the lines that it logs; stopped after the test. */
export function startPushSender({ pool }: Api, delayMs = 0) {
  const lines: string[] = [];
  const thread = createPushThread({ vapid: testVapid, subject: "mailto:ana@example.ro", isLoopbackAllowed: true });
  const sender = new PushSender({
    store: createPushJobStore(pool),
    deliver: thread.deliver,
    clock: systemClock,
    // The writer takes what the sender gives it.
    log: { warn: (fields: object, text: string) => void lines.push(JSON.stringify({ ...fields, text })) } as never,
    delayMs,
    chance: () => 1,
  });
  sender.start();
  const stop = async () => {
    await sender.stop();
    await thread.stop();
  };
  onTestFinished(stop);
  return { lines, stop };
}

/** One more browser of a person, subscribed; its pushes end with the test. */
export async function subscribeBrowser({ pool, call }: Api, person: Person, service: Receiver): Promise<Browser> {
  const browser = makeBrowser(service);
  const { status } = await call(person, "POST", "/api/v1/subscribePush", browser.subscription);
  if (status !== 200) throw new Error(`subscribePush answered ${status}`);
  onTestFinished(async () => void (await pool.query("delete from push_subscriptions")));
  return browser;
}

/** What a browser reads of all that came for it. */
export const readAll = (browser: Browser, service: Receiver) =>
  browser.pushes(service).map((received: Received) => browser.read(received, testVapid.publicKey));
