import { join } from "node:path";
import { sleep } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { makeLoopDisk, whyNoLoopDisk } from "../power-loss/loop-disk.ts";
import { losePower } from "../power-loss/power-loss-run.ts";
import type { FaultRun, ReportNotes } from "../run.ts";
import { fileLoad } from "./file-load.ts";
import { runFiles } from "./file-runs.ts";

const cuts = 2;

export const filePowerLoss: FaultRun = {
  name: "file-power-loss",
  about: "MSG-3: the disk of database and files loses its power twice while files arrive",
  async run(context) {
    const why = await whyNoLoopDisk();
    if (why !== null) return { kind: "skipped", why };
    const disk = makeLoopDisk();
    const trouble = async (stage: Stage): Promise<ReportNotes> => {
      for (let cut = 1; cut <= cuts; cut += 1) {
        await sleep(2000 + stage.random.next() * 3000);
        await losePower(stage, disk, `power loss ${cut}`);
      }
      return { "power losses": cuts };
    };
    try {
      const product = { dataDir: join(disk.folder, "data") };
      const load = fileLoad({ seconds: 16, cutShare: 0.2, trouble });
      return await runFiles({ ...load, name: "file-power-loss", product }, context);
    } finally {
      await disk.dispose();
    }
  },
};
