import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab } from "../tabs/tab.ts";
import { addDevices, closings, countAlive, type Scene, statusOf } from "./devices.ts";
import { closedMsMax, revokedCode } from "./logging-out.ts";
import { runOperator } from "./operator.ts";
import { query } from "../product/database.ts";

/** LIVE-8: disabling an account or changing its password ends all of that person's devices, and nobody else's. */
export async function runEndedByOperator(scene: Scene, people: readonly Holder[]): Promise<Finding[]> {
  const { product, server, room, speaker } = scene;
  const bystander = await openTab(server, speaker, [room.channel]);
  const times: number[] = [];
  let [closedRight, refused] = [0, 0];
  for (const [index, person] of people.entries()) {
    const devices = [person, ...(await addDevices(scene, [person]))];
    const tabs = await Promise.all(devices.map((holder) => openTab(server, holder, [room.channel])));
    const [account] = await query<{ username: string }>(
      product.dataDir,
      "select username from participants where id = $1",
      [person.id],
    );
    const waiting = closings(tabs, 30_000);
    const endedAt =
      index % 2 === 0
        ? await runOperator(product, ["user", "disable", "--username", account?.username ?? ""])
        : await runOperator(
            product,
            ["user", "password", "--username", account?.username ?? "", "--password-stdin"],
            "another one",
          );
    for (const end of await waiting) {
      if (end === null) continue;
      if (end.code === revokedCode) closedRight += 1;
      times.push(Math.max(0, end.at - endedAt));
    }
    const statuses = await Promise.all(devices.map((holder) => statusOf(server, holder, "/api/v1/me")));
    refused += statuses.filter((status) => status === 401).length;
  }
  const alive = await countAlive([bystander]);
  bystander.close();
  return [
    exactly("sockets closed with 4009 by disabling or a new password", closedRight, 2 * people.length),
    timesWithin("disabled or password changed: sockets closed after the command", times, closedMsMax),
    exactly("tokens of theirs answered 401", refused, 2 * people.length),
    exactly("sockets of somebody else that go on", alive, 1),
  ];
}
