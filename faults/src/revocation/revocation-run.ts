import { createRecorder } from "../history/recorder.ts";
import { startProduct } from "../product/product.ts";
import { seedWorld } from "../product/world.ts";
import type { FaultRun } from "../run.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { findServer, type Holder } from "../tabs/tab.ts";
import { runEndedByOperator } from "./ended-by-operator.ts";
import { runLeavingARoom } from "./leaving-a-room.ts";
import { runLoggingOut, runRacingLogOut } from "./logging-out.ts";
import { runRunOut } from "./run-out.ts";

/** AUTH-4, AUTH-6, LIVE-8, ROOM-6: measures how soon sockets lose what was revoked. */
export const revocation: FaultRun = {
  name: "revocation",
  about: "AUTH-4, AUTH-6, ROOM-6: log-out, disabled accounts, dead tokens and left rooms",
  run: async (context) => reportFindings("revocation", await measure(), context),
};

/** How many people take part in each piece; an ended session cannot be reused. */
const pieces = { rooms: 20, leavers: 20, racers: 10, ended: 4, runOut: 10 };

async function measure(): Promise<Measured> {
  const product = await startProduct();
  try {
    const count = 1 + Object.values(pieces).reduce((sum, piece) => sum + piece, 0);
    const everyone = Array.from({ length: count }, (_, index) => index);
    const world = await seedWorld(product, createRecorder(), { rooms: 1, people: count, membersOf: () => everyone });
    const [speaker, ...people] = world.people;
    const [seeded] = world.rooms;
    if (speaker === undefined || seeded === undefined) throw new Error("nobody was seeded");
    const room = { id: seeded.id, offerId: seeded.offerId, channel: `presence-${seeded.name}` };
    const scene = { product, server: await findServer(product.address), room, speaker };
    const take = (piece: number): Holder[] => people.splice(0, piece);
    const findings = [
      ...(await runLeavingARoom(scene, take(pieces.rooms))),
      ...(await runLoggingOut(scene, take(pieces.leavers))),
      ...(await runRacingLogOut(scene, take(pieces.racers))),
      ...(await runEndedByOperator(scene, take(pieces.ended))),
      ...(await runRunOut(scene, take(pieces.runOut))),
    ];
    return { findings, errorLines: product.errors };
  } finally {
    await product.stop();
  }
}
