import { monoMs, sleep } from "../clock.ts";
import type { Random } from "../random.ts";
import { type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";

/** Somebody whose page is open, and comes back by itself as the web client does (CONN-2). */
export interface Person {
  /** When the page was subscribed again after each loss (`monoMs`). */
  readonly backAt: readonly number[];
  isBack(): boolean;
  leave(): void;
}

interface Surroundings {
  /** Processes that a proxy would choose from. */
  readonly servers: readonly Server[];
  readonly channels: readonly string[];
  readonly random: Random;
}

/** Soon after a loss that the server told, then every 0.5 to 1.5 s. */
const soonMs = 500;
const againMs = { least: 500, most: 1500 };

/** Opens the page of somebody; resolves once it is subscribed. A process that refuses is left for the next one, as a proxy does. */
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
