import { type Holder, openTab, type Server, type Tab } from "../tabs/tab.ts";

// Holds tabs in a separate process, so that all of them can be killed or cut off at once.

export interface TabOrder {
  readonly server: Server;
  readonly holders: readonly Holder[];
  readonly channel: string;
  readonly tabsEach: number;
}

/** The time over which tabs open one by one, as people would arrive, ms. */
const spreadMs = 2000;

async function openAll({ server, holders, channel, tabsEach }: TabOrder): Promise<Tab[]> {
  const orders = holders.flatMap((holder) => Array.from({ length: tabsEach }, () => holder));
  return await Promise.all(
    orders.map(async (holder, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * spreadMs) / orders.length));
      return await openTab(server, holder, [channel]);
    }),
  );
}

process.on("message", (order) => {
  // The cast is safe, since the parent sends only orders.
  openAll(order as TabOrder).then(
    (tabs) => process.send?.({ opened: tabs.length }),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
