import { monoMs, sleep } from "../clock.ts";
import type { Random } from "../random.ts";
import { type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";

/** A person with an open page, which reconnects as the web client does (CONN-2). */
export interface Person {
  readonly backAt: readonly number[];
  isBack(): boolean;
  leave(): void;
}

interface Surroundings {
  readonly servers: readonly Server[];
  readonly channels: readonly string[];
  readonly random: Random;
}

/** How long a page waits before it reconnects: once after losing the connection, and then after each failure, ms. */
const soonMs = 500;
const againMs = { least: 500, most: 1500 };

/** Opens a person's page. Resolves once it is subscribed. If one process refuses, tries the next, as a proxy would. */
export async function openPage(holder: Holder, { servers, channels, random }: Surroundings): Promise<Person> {
  const backAt: number[] = [];
  let turn = random.below(servers.length);
  let hasLeft = false;
  let tab: Tab | null = await openTab(servers[turn] ?? failing(), holder, channels);

  const comeBack = async (): Promise<Tab> => {
    await sleep(random.below(soonMs));
    for (;;) {
      for (let tries = 0; tries < servers.length; tries += 1) {
        const opened = await openTab(servers[turn] ?? failing(), holder, channels).catch(() => null);
        if (opened !== null) return opened;
        turn = (turn + 1) % servers.length;
      }
      await sleep(againMs.least + random.below(againMs.most - againMs.least));
    }
  };
  const stay = async (): Promise<void> => {
    for (;;) {
      await tab?.closed;
      if (hasLeft) return;
      tab = null;
      tab = await comeBack();
      backAt.push(monoMs());
    }
  };
  void stay();
  return {
    backAt,
    isBack: () => tab !== null,
    leave() {
      hasLeft = true;
      tab?.close();
    },
  };
}

function failing(): never {
  throw new Error("there is no server");
}
