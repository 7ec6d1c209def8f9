import { backup } from "./backup/backup-run.ts";
import { databaseRuns } from "./database-faults/database-runs.ts";
import { day } from "./day/day-run.ts";
import { dayLeaks } from "./day/leaks-run.ts";
import { drain } from "./drain/drain-run.ts";
import { fileFullDisk } from "./files/full-disk.ts";
import { filePowerLoss } from "./files/file-power-loss.ts";
import { fileS3Away } from "./files/file-s3-away.ts";
import { fileRuns } from "./files/file-runs.ts";
import { hostileCustomer } from "./hostile-customer/hostile-customer-run.ts";
import { hostileSockets } from "./hostile-sockets/hostile-sockets-run.ts";
import { mutantRuns } from "./mutants/mutant-runs.ts";
import { nodes } from "./nodes/nodes-run.ts";
import { networkRuns } from "./network-faults/network-runs.ts";
import { powerLoss } from "./power-loss/power-loss-run.ts";
import { presence } from "./presence/presence-run.ts";
import { revocation } from "./revocation/revocation-run.ts";
import type { FaultRun } from "./run.ts";
import { crashLoop } from "./runs/crash-loop.ts";
import { hotRoom } from "./runs/hot-room.ts";
import { smoke } from "./runs/smoke.ts";
import { scannerRuns } from "./scanners/scanner-runs.ts";
import { restart } from "./restart/restart-run.ts";
import { signInFlood } from "./sign-in-flood/sign-in-flood-run.ts";
import { slowReaders } from "./slow-readers/slow-readers-run.ts";
import { twoServers } from "./two-servers/two-servers-run.ts";

export const allRuns: readonly FaultRun[] = [
  smoke,
  crashLoop,
  hotRoom,
  ...mutantRuns,
  ...fileRuns,
  fileFullDisk,
  filePowerLoss,
  fileS3Away,
  backup,
  powerLoss,
  ...databaseRuns,
  ...networkRuns,
  presence,
  revocation,
  twoServers,
  nodes,
  slowReaders,
  hostileSockets,
  hostileCustomer,
  signInFlood,
  drain,
  ...scannerRuns,
  restart,
  dayLeaks,
  day,
];
