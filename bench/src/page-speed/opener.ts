import { openDemoPage } from "../demo-page.ts";
import { noteOpening, openingTimes, type OpeningTimes } from "./in-opening.ts";
import { cpuSlowdown } from "./operator.ts";

/** A link with 1,600 kbit/s and a latency of 150 ms. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** Opens a conversation of the demo data by its URL, on a device that has only a session. */
export interface Opener {
  open(isSlow: boolean): Promise<OpeningTimes>;
  stop(): Promise<void>;
}

export async function startOpener(tree: string): Promise<Opener> {
  const demo = await openDemoPage(tree, { username: "ioana", isStaff: true, noteTimes: noteOpening });
  const storageState = await demo.page.context().storageState();
  const address = `http://127.0.0.1:${demo.port}/view/10001`;
  const browser = demo.page.context().browser();
  if (browser === null) throw new Error("the browser has gone");
  await demo.page.close();
  return {
    open: async (isSlow) => {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ storageState, locale: "ro-RO", viewport });
      try {
        const page = await context.newPage();
        await page.addInitScript(noteOpening);
        const session = await context.newCDPSession(page);
        if (isSlow) {
          await session.send("Network.enable");
          await session.send("Network.emulateNetworkConditions", slowNetwork);
          await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
        }
        await page.goto(address, { waitUntil: "commit" });
        return await page.evaluate(openingTimes);
      } finally {
        await context.close();
      }
    },
    stop: demo.stop,
  };
}
