import { monoMs, sleep } from "../clock.ts";
import { exactly, type Finding, timesWithin } from "../tabs/finding.ts";
import { type Holder, openTab, type Signature, type Tab } from "../tabs/tab.ts";
import { addDevices, closings, countAlive, type Scene, statusOf } from "./devices.ts";

/** AUTH-4, LIVE-8: how soon the sockets of an ended session must close, ms. */
export const closedMsMax = 2000;
export const revokedCode = 4009;

/** AUTH-4: logs out one of each person's devices, while the other stays. */
export async function runLoggingOut(scene: Scene, people: readonly Holder[]): Promise<Finding[]> {
  const { server, room } = scene;
  const others = await addDevices(scene, people);
  const open = (holder: Holder) => openTab(server, holder, [`private-user.${holder.id}`, room.channel]);
  const staying = await Promise.all(others.map(open));
  const [first, second] = [await Promise.all(people.map(open)), await Promise.all(people.map(open))];
  // These tabs have signed but not subscribed: the signature outlives the session, and is used after the session's end.
  const waiting = await Promise.all(people.map((holder) => openTab(server, holder)));
  const signatures = await Promise.all(waiting.map((tab) => tab.sign(room.channel)));
  const leaving = [...first, ...second];
  const loggedOut = new Map<number, number>();
  await Promise.all(
    people.map(async (holder) => {
      if ((await statusOf(server, holder, "/api/v1/logout", {})) === 200) loggedOut.set(holder.id, monoMs());
    }),
  );
  const ends = await closings(leaving, closedMsMax + 1000);
  const times = leaving.flatMap(({ holder }, index) => {
    const end = ends[index] ?? null;
    return end === null ? [] : [Math.max(0, end.at - (loggedOut.get(holder.id) ?? 0))];
  });
  const statuses = await Promise.all(people.map((holder) => statusOf(server, holder, "/api/v1/me")));
  const letIn = await Promise.all(waiting.map((tab, index) => useLate(tab, room.channel, signatures[index] ?? null)));
  const waitingEnds = await closings(waiting, closedMsMax);
  // Uses old signatures on new sockets, and asks for new signatures with old tokens.
  const fresh = await Promise.all(others.map((holder) => openTab(server, holder)));
  const accepted = await Promise.all(
    fresh.map(async ({ socket }, index) => {
      const signature = signatures[index] ?? null;
      return signature !== null && (await socket.subscribe(room.channel, signature));
    }),
  );
  const signedAgain = await Promise.all(
    people.map((holder, index) =>
      statusOf(server, holder, "/api/broadcasting/auth", {
        socket_id: fresh[index]?.socket.socketId ?? "",
        channel_name: room.channel,
      }),
    ),
  );
  const alive = await countAlive(staying);
  for (const tab of [...staying, ...fresh]) tab.close();
  return [
    exactly("people logged out", loggedOut.size, people.length),
    exactly("sockets of the session closed with 4009", count(ends, revokedCode), leaving.length),
    exactly("signatures of before that were good for their own socket", letIn.filter(Boolean).length, 0),
    exactly("sockets closed with 4009 that used one", count(waitingEnds, revokedCode), waiting.length),
    timesWithin("logging out: sockets closed after the answer", times, closedMsMax),
    exactly("old tokens answered 401", statuses.filter((status) => status === 401).length, people.length),
    exactly("signatures of before accepted on other sockets", accepted.filter(Boolean).length, 0),
    exactly(
      "signatures for old tokens refused with 401",
      signedAgain.filter((status) => status === 401).length,
      people.length,
    ),
    exactly("sockets of other devices that go on", alive, staying.length),
  ];
}

const useLate = async ({ socket }: Tab, channel: string, signature: Signature | null): Promise<boolean> =>
  signature !== null && (await socket.subscribe(channel, signature));

const count = (ends: readonly ({ readonly code: number } | null)[], code: number): number =>
  ends.filter((end) => end?.code === code).length;

/** AUTH-4: lets authorizations race with the end of the session; none of them may leave a socket open. */
export async function runRacingLogOut(scene: Scene, people: readonly Holder[]): Promise<Finding[]> {
  const { server, room } = scene;
  const tabs = (
    await Promise.all(people.map((holder) => Promise.all([1, 2, 3, 4].map(() => openTab(server, holder)))))
  ).flat();
  const racing = tabs.map((tab, index) => authorizeLate(tab, room.channel, index % 8));
  const leaving = people.map(async (holder) => {
    await sleep(4);
    return await statusOf(server, holder, "/api/v1/logout", {});
  });
  await Promise.all(leaving);
  const granted = await Promise.all(racing);
  const ends = await closings(tabs, closedMsMax);
  const left = tabs.filter((_, index) => granted[index] === true && ends[index] === null).length;
  for (const tab of tabs) tab.close();
  return [exactly("subscriptions that outlived a log-out they raced with", left, 0)];
}

async function authorizeLate(tab: Tab, channel: string, delayMs: number): Promise<boolean> {
  await sleep(delayMs);
  return await tab.subscribe(channel).catch(() => false);
}
