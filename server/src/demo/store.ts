import type { DemoRecords } from "./demo-records.ts";

/** Where the demo is written (RUN-9). */
export interface DemoStore {
  /** Whether nobody has an account and no offer is stored. */
  isEmpty(): Promise<boolean>;
  /** Writes everything in one transaction and answers true; answers false and writes nothing unless still empty. */
  writeIfEmpty(records: DemoRecords): Promise<boolean>;
}
