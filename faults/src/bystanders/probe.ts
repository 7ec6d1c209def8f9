import { randomUUID } from "node:crypto";
import { every, monoMs, sleep } from "../clock.ts";
import { createCaller, type HttpCaller } from "../clients/http-caller.ts";
import type { World } from "../product/world.ts";
import { openTab, type Server, type Tab } from "../tabs/tab.ts";

const publishEveryMs = 25;

/** People who read what they are sent, in rooms of their own. */
export interface Probe {
  /** Publishes for a time and answers how long each delivery took (ms), from the planned moment to each member's socket. */
  measure(seconds: number): Promise<readonly number[]>;
  close(): void;
}

/** One socket for each member of each room. */
export async function startProbe(server: Server, world: World): Promise<Probe> {
  const sentAt = new Map<string, number>();
  const tabs: Tab[] = [];
  const callers: { readonly http: HttpCaller; readonly roomId: number }[] = [];
  for (const { id, name, members } of world.rooms) {
    for (const member of members) tabs.push(await openTab(server, member, [`presence-${name}`]));
    const [first] = members;
    if (first !== undefined)
      callers.push({ roomId: id, http: createCaller({ address: server.address, token: first.token }) });
  }
  return {
    async measure(seconds) {
      sentAt.clear();
      let [sent, answered] = [0, 0];
      const start = monoMs();
      const stop = every(publishEveryMs, () => {
        const caller = callers[sent % callers.length];
        const key = randomUUID();
        // A late timer is part of nobody's delivery: the plan is the moment of sending.
        sentAt.set(key, monoMs());
        sent += 1;
        void caller?.http
          .call("POST", `/api/v1/publish/${caller.roomId}`, { message: `probe ${sent}`, client_id: key })
          .then((answer) => {
            if (answer.kind === "answer" && answer.status === 201) answered += 1;
          });
      });
      await sleep(seconds * 1000);
      stop();
      await sleep(1000);
      if (answered !== sent) throw new Error(`${sent - answered} of ${sent} sends of the probe were not answered 201`);
      return tabs.flatMap((tab) => deliveries(tab, sentAt, start));
    },
    close() {
      for (const tab of tabs) tab.close();
      for (const { http } of callers) http.close();
    },
  };
}

function deliveries({ events }: Tab, sentAt: ReadonlyMap<string, number>, from: number): number[] {
  return events.flatMap(({ at, event, data }) => {
    if (event !== "ChatMessage" || at < from) return [];
    const sent = sentAt.get((data as { message?: { client_id?: string } } | null)?.message?.client_id ?? "");
    return sent === undefined ? [] : [at - sent];
  });
}
