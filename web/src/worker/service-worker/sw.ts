import { systemClock } from "../../platform/clock.ts";
import { type BuiltFile, serveApp } from "./app-cache.ts";
import { sendWhenBack } from "./outbox-sync.ts";
import { addPushEvents } from "./push-events.ts";
import { reportFromWorker } from "./report-from-worker.ts";
import { takeShares } from "./take-shares.ts";
import type { WorkerScope } from "./worker-scope.ts";

/** The specification's version of this file, which is in the names of its caches too. */
const version = "1.23";

declare const self: WorkerScope & { readonly __WB_MANIFEST: readonly BuiltFile[] };

reportFromWorker(self, systemClock);
serveApp(self, { version, files: self.__WB_MANIFEST, clock: systemClock });
takeShares(self);
sendWhenBack(self, systemClock);
addPushEvents(self, systemClock);
