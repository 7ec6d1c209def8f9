import { openDemoPage } from "../demo-page.ts";
import { signInStaff } from "../growth-client.ts";
import { noteTimes } from "./in-page.ts";
import { measureBusyRoom, measureMessages, measureSwitchCost, measureSwitches, openRow } from "./measures.ts";
import { cpuSlowdown } from "./operator.ts";
import type { ThreadTimes } from "./thread-times.ts";

const rooms = 7;
const talkSeconds = 8;

interface Reading {
  readonly message: ThreadTimes;
  readonly switched: ThreadTimes;
  readonly inpMs: number;
}

export interface Reader {
  read(): Promise<Reading>;
  stop(): Promise<void>;
}

export async function startReader(tree: string): Promise<Reader> {
  const demo = await openDemoPage(tree, { username: "ioana", isStaff: true, noteTimes });
  const slow = (rate: number) => demo.session.send("Emulation.setCPUThrottlingRate", { rate });
  try {
    const colleague = await signInStaff(demo.port, "radu", "demo");
    await measureSwitches(demo, rooms, 1);
    return {
      read: async () => {
        const switched = await measureSwitchCost(demo, rooms);
        // Skips the first row, where messages arrive.
        await openRow(demo.page, 0);
        const room = new URL(demo.page.url()).pathname.split("/").at(-1) ?? "";
        const talking = { room, colleague, seconds: talkSeconds };
        const message = await measureMessages(demo, talking);
        await slow(cpuSlowdown);
        const { inpMs } = await measureBusyRoom(demo, talking);
        await slow(1);
        return { switched, message, inpMs };
      },
      stop: async () => {
        colleague.close();
        await demo.stop();
      },
    };
  } catch (error) {
    await demo.stop();
    throw error;
  }
}
