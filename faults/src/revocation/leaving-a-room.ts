import { randomUUID } from "node:crypto";
import { every, monoMs, sleep } from "../clock.ts";
import { createCaller } from "../clients/http-caller.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab, type Tab } from "../tabs/tab.ts";
import { type Scene, statusOf } from "./devices.ts";

/** ROOM-6: how long after the response the room's last event may arrive, ms. */
const lastMsMax = 2000;
const publishEveryMs = 25;

/** ROOM-6: people leave over HTTP while their sockets stay subscribed and somebody keeps writing. */
export async function runLeavingARoom(scene: Scene, people: readonly Holder[]): Promise<Finding[]> {
  const { server, room, speaker } = scene;
  const speech = speak(scene);
  const open = (holder: Holder) => openTab(server, holder, [`private-user.${holder.id}`, room.channel]);
  const tabs = [...(await Promise.all(people.map(open))), ...(await Promise.all(people.map(open)))];
  const listener = await openTab(server, speaker, [room.channel]);
  await sleep(500);
  const receivedBefore = tabs.filter((tab) => roomEvents(tab, room.id, 0).length > 0).length;
  const left = new Map<number, number>();
  // While people leave, their tabs keep subscribing again, as reconnecting tabs would.
  const pressing = tabs.map((tab) => pressOn(tab, room.channel));
  await Promise.all(
    people.map(async (holder) => {
      const status = await statusOf(server, holder, `/api/v1/leave/${room.id}`, {});
      if (status === 200) left.set(holder.id, monoMs());
    }),
  );
  await Promise.all(pressing);
  await sleep(lastMsMax + 1000);
  const spoken = speech.end();
  const lastTimes = tabs.map((tab) => {
    const leftAt = left.get(tab.holder.id) ?? monoMs();
    return Math.max(0, ...roomEvents(tab, room.id, leftAt).map(({ at }) => at - leftAt));
  });
  const refused = await Promise.all(tabs.map((tab) => tab.sign(room.channel)));
  const receivedOn = roomEvents(listener, room.id, Math.max(...left.values())).length;
  const back = await runComingBack(scene, people);
  for (const tab of [...tabs, listener]) tab.close();
  return [
    exactly("tabs that heard the room before they left", receivedBefore, tabs.length),
    exactly("people who left", left.size, people.length),
    timesWithin("leaving a room: last event of it after the answer", lastTimes, lastMsMax),
    exactly("signatures given for the room after leaving", refused.filter((signature) => signature !== null).length, 0),
    {
      what: "events that a member heard while those who left did not",
      measured: `${receivedOn}, of ${spoken} messages`,
      bound: "some",
      holds: receivedOn > 50,
    },
    back,
  ];
}

async function runComingBack({ server, room }: Scene, people: readonly Holder[]): Promise<Finding> {
  const back = await Promise.all(
    people.map(async (holder) => {
      const status = await statusOf(server, holder, "/api/v1/join", { type: 1, channel: room.offerId });
      if (status !== 200) return false;
      const tab = await openTab(server, holder);
      const isBack = await tab.subscribe(room.channel);
      tab.close();
      return isBack;
    }),
  );
  return exactly("people who joined again and were let in", back.filter(Boolean).length, people.length);
}

/** Publishes until `end`, which returns the number of messages. */
function speak({ server, room, speaker }: Scene): { end(): number } {
  const http = createCaller({ address: server.address, token: speaker.token });
  let spoken = 0;
  const stop = every(publishEveryMs, () => {
    spoken += 1;
    const message = { message: `message ${spoken}`, client_id: randomUUID() };
    void http.call("POST", `/api/v1/publish/${room.id}`, message);
  });
  return {
    end() {
      stop();
      http.close();
      return spoken;
    },
  };
}

/** Unsubscribes and subscribes repeatedly. A tab that has lost the channel stays without it. */
async function pressOn(tab: Tab, channel: string): Promise<void> {
  for (let round = 0; round < 15; round += 1) {
    tab.socket.send("pusher:unsubscribe", { channel });
    await tab.subscribe(channel).catch(() => false);
    await sleep(2);
  }
}

function roomEvents({ events }: Tab, roomId: number, from: number): readonly { readonly at: number }[] {
  return events.filter(({ at, event, data }) => event === "ChatMessage" && at >= from && roomOf(data) === roomId);
}

const roomOf = (data: unknown): number | undefined => (data as { room?: { id?: number } } | null)?.room?.id;
