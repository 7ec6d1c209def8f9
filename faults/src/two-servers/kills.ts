import { monoMs, sleep, until } from "../clock.ts";
import { query } from "../product/database.ts";
import { type Finding, timesWithin } from "../tabs/finding.ts";
import { hasReceived, knewAt, type Stage } from "./stage.ts";

const killsCount = 3;
const sendersCount = 20;
/** How soon a statement whose client has died must end, ms. */
const statementMsMax = 5000;

/**
 * Kills the first server under load, so that broadcasts of committed messages are lost. Members at the second server must still learn of the room's
 * head, timed from the newest commit.
 */
export async function playKills(stage: Stage, healedMsMax: number): Promise<Finding[]> {
  const times: number[] = [];
  let behind = 0;
  for (let kill = 0; kill < killsCount; kill += 1) {
    const { at, lastSeq } = await killUnderLoad(stage);
    behind += stage.staying.filter((tab) => knewAt(tab, stage.room.id, lastSeq) > at).length;
    times.push(...stage.staying.map((tab) => Math.max(0, knewAt(tab, stage.room.id, lastSeq) - at)));
    await stage.first.start();
    const back = await stage.say();
    await until(() => stage.staying.every((tab) => hasReceived(tab, back)), 10_000, "the servers to hear each other");
  }
  return [
    timesWithin(
      `after ${killsCount} kills of the first server under load the room's end is known (${behind} of ${times.length} times it was not broadcast)`,
      times,
      healedMsMax,
    ),
  ];
}

/** Kills the first server under load. Returns the head of the room's log, and roughly when it last grew. */
async function killUnderLoad({ first, say, room }: Stage): Promise<{ at: number; lastSeq: number }> {
  const load = new AbortController();
  const senders = Array.from({ length: sendersCount }, async () => {
    while (!load.signal.aborted) await say().catch(() => undefined);
  });
  await sleep(500);
  await first.end("SIGKILL");
  let at = monoMs();
  load.abort();
  await Promise.all(senders);
  let lastSeq = 0;
  for (const endAt = monoMs() + statementMsMax; monoMs() < endAt; await sleep(100)) {
    const [row] = await query<{ last_seq: string }>(first.dataDir, "select last_seq from rooms where id = $1", [
      room.id,
    ]);
    const seq = Number(row?.last_seq ?? 0);
    if (seq > lastSeq && lastSeq > 0) at = monoMs();
    lastSeq = seq;
  }
  return { at, lastSeq };
}
