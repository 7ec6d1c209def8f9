import { expect, test } from "vitest";
import { presence } from "../testing/live-page.ts";
import { joinedPage, startRealServer } from "../testing/real-server.ts";

const typed = { type: "typing/whispered", roomId: 1, person: { id: 1, name: "Ana", kind: "erp" } };

test("[LIVE-4] [LIVE-6] one call subscribes to own and presence channels; joins and leaves are announced, events arrive", async () => {
  const server = await startRealServer();
  const ana = await joinedPage(server, 1, "Ana");
  expect(ana.batches).toEqual([["private-user.1", presence]]);
  await ana.until(() => ana.happened("connection/listening") === 1);
  const radu = await joinedPage(server, 2, "Radu");
  const person = { id: 2, name: "Radu", kind: "erp" };
  await ana.until(() => ana.happened("presence/joining") === 1);
  expect(ana.events).toContainEqual({ type: "presence/joining", roomId: 1, person });
  expect(radu.events).toContainEqual({
    type: "presence/here",
    roomId: 1,
    people: [{ id: 1, name: "Ana", kind: "erp" }, person],
  });
  await server.ask("broadcast", "private-user.1", "MeUpdated", { user: { version: 4 } });
  await server.ask("broadcast", presence, "RoomHeads", { epoch: "one", heads: [{ id: 1, last_seq: 9 }] });
  await ana.until(() => ana.happened("sync/heads-received") === 1);
  expect(ana.events).toContainEqual({ type: "sync/settings-changed", version: 4 });
  radu.live.disconnect();
  await ana.until(() => ana.happened("presence/leaving") === 1);
  expect(ana.events).toContainEqual({ type: "presence/leaving", roomId: 1, person });
});

test("[LIVE-5] a whisper reaches the others under the signed name; one too many gets 4301, and the connection stays", async () => {
  const server = await startRealServer({ clientEventsPerSecondMax: 2 });
  const [ana, radu] = [await joinedPage(server, 1, "Ana"), await joinedPage(server, 2, "Radu")];
  for (let n = 0; n < 5; n += 1) ana.live.whisperTyping(presence, "Altcineva");
  await radu.until(() => radu.happened("typing/whispered") === 2);
  expect(radu.events).toContainEqual(typed);
  await server.ask("broadcast", presence, "RoomHeads", { epoch: "one", heads: [] });
  await ana.until(() => ana.happened("sync/heads-received") === 1);
  expect(radu.happened("typing/whispered")).toBe(2);
  expect([ana.happened("typing/whispered"), ana.happened("connection/lost")]).toEqual([0, 0]);
});

test("[LIVE-2] an unsigned channel is dropped, the others are held", async () => {
  const server = await startRealServer();
  const ana = await joinedPage(server, 1, "Ana", [presence]);
  await ana.until(() => ana.happened("connection/listening") === 1);
  expect(ana.events).toContainEqual({ type: "connection/channel-refused", channel: presence });
});
