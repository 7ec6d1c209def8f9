import { createECDH } from "node:crypto";
import { onTestFinished } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createPushJobStore } from "../push/jobs.pg.ts";
import { PushSender } from "../push/push-sender.ts";
import { createPushThread } from "../push/push-thread.ts";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { ActiveRooms } from "../rooms/active-rooms.ts";
import type { Person } from "./people.ts";
import { type Browser, makeBrowser } from "./push-service.ts";
import type { Received, Receiver } from "./receiver.ts";
import { until } from "./server-process.ts";
import type { TestApi } from "./test-api.ts";

const pair = createECDH("prime256v1");
pair.generateKeys();
const testVapid = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };

type Api = Pick<TestApi, "pool" | "call">;

interface WaitingPush {
  readonly attempts: number;
  /** Seconds until the push is due. */
  readonly wait: number;
}

/** Starts a push sender like the server's; it is stopped after the test. Returns it with its log. */
export function startPushSender({ pool }: Api, delayMs = 0) {
  const lines: string[] = [];
  const thread = createPushThread({ vapid: testVapid, subject: "mailto:ana@example.ro", isLoopbackAllowed: true });
  // Only warnings are logged here.
  const log = { warn: (fields: object, text: string) => void lines.push(JSON.stringify({ ...fields, text })) } as never;
  const activeRooms = new ActiveRooms({ store: createActiveRoomStore(pool), clock: systemClock, log }).start();
  const sender = new PushSender({
    store: createPushJobStore(pool),
    deliver: thread.deliver,
    ...{ activeRooms, clock: systemClock, log },
    delayMs,
    chance: () => 1,
    countResult: () => undefined,
  });
  sender.start();
  const stop = async () => {
    await activeRooms.stop();
    await sender.stop();
    await thread.stop();
  };
  onTestFinished(stop);
  return { lines, stop };
}

export async function subscribeBrowser({ pool, call }: Api, person: Person, receiver: Receiver): Promise<Browser> {
  const browser = makeBrowser(receiver);
  const { status } = await call(person, "POST", "/api/v1/subscribePush", browser.subscription);
  if (status !== 200) throw new Error(`subscribePush answered ${status}`);
  onTestFinished(async () => void (await pool.query("delete from push_subscriptions")));
  return browser;
}

export const readAll = (browser: Browser, receiver: Receiver) =>
  browser.pushes(receiver).map((received: Received) => browser.read(received, testVapid.publicKey));

/** Makes two rooms with Ana and Mia, the first also with Radu, and returns functions that make calls in them. */
export async function preparePushRooms(api: Pick<TestApi, "pool" | "call" | "people">) {
  const { pool, call } = api;
  const { ana, mia, radu } = api.people;
  const join = async (person: Person, channel: number): Promise<number> =>
    (await call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;
  const [room, other] = [await join(ana, 10_001), await join(ana, 10_002)];
  for (const person of [mia, radu]) await join(person, 10_001);
  await join(mia, 10_002);
  return { room, other, ...callsIn(call, room), ...queueOf(pool) };
}

const callsIn = (call: TestApi["call"], room: number) => ({
  say: async (person: Person, message: string, at = room): Promise<{ id: number; seq: number }> =>
    (await call(person, "POST", `/api/v1/publish/${at}`, { message })).body.message,
  read: async (person: Person, at = room) => await call(person, "POST", `/api/v1/read/${at}`),
  /** Sets a person's choices for the rest of the test only. */
  choose: async (person: Person, choices: object) => {
    const [usual, url] = [{ privacy: "what", quiet: null }, "/api/v1/me/notifications"];
    await call(person, "PUT", url, { ...usual, ...choices });
    onTestFinished(async () => void (await call(person, "PUT", url, usual)));
  },
});

function queueOf(pool: TestApi["pool"]) {
  const waiting = async (): Promise<readonly WaitingPush[]> =>
    (
      await pool.query<WaitingPush>(
        "select attempts, extract(epoch from next_at - now())::float8 as wait from push_jobs order by subscription_id",
      )
    ).rows;
  return {
    waiting,
    makeDue: () => pool.query("update push_jobs set next_at = now()"),
    /** Resolves when every room has been examined and no push is waiting. */
    done: () =>
      until(async () => {
        const { rows } = await pool.query(
          `select from rooms r left join push_rooms p on p.room_id = r.id where r.messages_total > coalesce(p.ordinal, 0)
           union all select from push_jobs`,
        );
        return rows.length === 0 ? true : undefined;
      }),
    /** Resolves when a push is waiting for its second attempt. */
    refused: () => until(async () => (await waiting()).find(({ attempts, wait }) => attempts === 1 && wait < 25)),
  };
}
