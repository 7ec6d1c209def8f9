import { expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { createChannelRecheck } from "./recheck-channels.ts";

function startRecheck() {
  const members = new Map<number, number[]>();
  const present = new Map<number, string[]>();
  const revoked: [number, string][] = [];
  let looks = 0;
  let failure: Error | null = null;
  const recheck = createChannelRecheck({
    rooms: {
      findMemberOffers(participantId, offers) {
        looks += 1;
        if (failure !== null) return Promise.reject(failure);
        return Promise.resolve(offers.filter((offer) => members.get(participantId)?.includes(offer)));
      },
    },
    present: () => present,
    revoker: { revoke: (participantId, channel) => void revoked.push([participantId, channel]) },
    log: silentLog,
  });
  return { members, present, revoked, recheck, looks: () => looks, fail: (error: Error | null) => (failure = error) };
}

test("[ROOM-6] who left a room while processes did not hear each other loses its channel, and no other", async () => {
  const { members, present, revoked, recheck } = startRecheck();
  members.set(1, [10_001]).set(2, [10_001, 10_002]);
  present.set(1, ["presence-oferta.10001", "presence-oferta.10002"]).set(2, ["presence-oferta.10002"]);
  present.set(3, ["presence-lobby", "private-user.3"]);
  await recheck();
  expect(revoked).toEqual([[1, "presence-oferta.10002"]]);
});

test("[ROOM-6] losses during a look make one more look, and a database that is away ends nothing", async () => {
  const { present, recheck, looks, fail } = startRecheck();
  present.set(1, ["presence-oferta.10001"]);
  await Promise.all([recheck(), recheck(), recheck()]);
  expect(looks()).toBe(2);
  fail(new Error("away"));
  await recheck();
  fail(null);
  await recheck();
  expect(looks()).toBe(4);
});
