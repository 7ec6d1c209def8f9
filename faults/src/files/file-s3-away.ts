import { join } from "node:path";
import { sleep } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { type FaultRun, noteFault, type ReportNotes } from "../run.ts";
import { fileLoad } from "./file-load.ts";
import { runFiles } from "./file-runs.ts";
import { startS3 } from "./s3-process.ts";

const [deaths, awayMs] = [3, 2000];

export const fileS3Away: FaultRun = {
  name: "file-s3-away",
  about: `MSG-3r: the S3 server with the files is killed ${deaths} times and away for ${awayMs / 1000} s each; then the product is killed`,
  async run(context) {
    const s3 = await startS3();
    const trouble = async ({ product, recorder, random }: Stage): Promise<ReportNotes> => {
      for (let death = 1; death <= deaths; death += 1) {
        await sleep(1000 + random.next() * 1000);
        noteFault(recorder, `S3 away ${death}`, "invoke");
        await s3.kill();
        await sleep(awayMs);
        await s3.start();
        noteFault(recorder, `S3 away ${death}`);
      }
      await product.crashAndRestart();
      return { "deaths of S3": deaths };
    };
    try {
      const storageOf = ({ product }: Stage) => ({ workFolder: join(product.dataDir, "work"), list: () => s3.list() });
      const load = fileLoad({ seconds: 18, cutShare: 0.3, trouble, storageOf });
      return await runFiles({ ...load, name: "file-s3-away", product: { settings: s3.settings } }, context);
    } finally {
      await s3.dispose();
    }
  },
};
