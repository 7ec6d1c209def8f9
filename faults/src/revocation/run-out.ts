import { monoMs, sleep } from "../clock.ts";
import { query } from "../product/database.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab } from "../tabs/tab.ts";
import { addDevices, closings, countAlive, hashOf, type Scene, statusOf } from "./devices.ts";
import { revokedCode } from "./logging-out.ts";

/** AUTH-6: how soon the sockets of ended tokens must close, ms. */
const closedMsMax = 10_000;
/** AUTH-2: how long tokens last without use. */
const idle = "30 days";
const leftMs = 3000;

/** AUTH-6: lets tokens expire, or be dropped in favour of newer devices, while sockets use them. */
export async function runRunOut(scene: Scene, people: readonly Holder[]): Promise<Finding[]> {
  const { product, server, room } = scene;
  const others = await addDevices(scene, people);
  const open = (holder: Holder) => openTab(server, holder, [room.channel]);
  const staying = await Promise.all(others.map(open));
  const tabs = await Promise.all(people.map(open));
  // Waits for the clean-up of earlier pieces, so that only the periodic check can find these tokens.
  await sleep(1500);
  const hashes = people.map(({ token }) => hashOf(token));
  const half = Math.ceil(people.length / 2);
  await query(
    product.dataDir,
    `update tokens set last_used_at = now() - interval '${idle}' + interval '${leftMs} ms' where hash = any($1)`,
    [hashes.slice(0, half)],
  );
  // Signing in on a 101st device does the same to the first device.
  await query(product.dataDir, "delete from tokens where hash = any($1)", [hashes.slice(half)]);
  const changedAt = monoMs();
  const ends = await closings(tabs, leftMs + closedMsMax + 1000);
  const times = ends.flatMap((end, index) => {
    return end === null ? [] : [Math.max(0, end.at - changedAt - (index < half ? leftMs : 0))];
  });
  const statuses = await Promise.all(people.map((holder) => statusOf(server, holder, "/api/v1/me")));
  const alive = await countAlive(staying);
  for (const tab of staying) tab.close();
  return [
    exactly(
      "sockets of dead tokens closed with 4009",
      ends.filter((end) => end?.code === revokedCode).length,
      tabs.length,
    ),
    timesWithin("token ran out or was forgotten: sockets closed after", times, closedMsMax),
    exactly("dead tokens answered 401", statuses.filter((status) => status === 401).length, people.length),
    exactly("sockets of good tokens that go on", alive, staying.length),
  ];
}
