import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { tokenIdleMsMax } from "../sign-in/rules.ts";
import { hashToken, makeToken, sessionOf } from "../sign-in/token.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createAccessStore } from "./store.pg.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, mihai, radu, mia, nou } = people;
const store = createAccessStore(pool);
for (const [person, channel] of [
  [ana, 10_001],
  [radu, 10_001],
  [mihai, 10_005],
] as const) {
  await call(person, "POST", "/api/v1/join", { type: 1, channel });
}

test("[AUTH-6] finds only owners of valid sessions, with their roles", async () => {
  const now = systemClock.now();
  const disabled_at = isoTime(now);
  await database.updateTable("participants").set({ disabled_at }).where("id", "=", mihai.id).execute();
  await database
    .updateTable("tokens")
    .set({ last_used_at: isoTime(now - tokenIdleMsMax) })
    .where("participant_id", "=", mia.id)
    .execute();
  const sessions = [ana.token, radu.token, nou.token, mihai.token, mia.token, makeToken()].map((token) =>
    sessionOf(hashToken(token)),
  );
  const { owners } = await store.findAccess({ sessions: [...sessions, "", "no hash"], memberships: [] }, now);
  expect([...owners.keys()].toSorted()).toEqual(sessions.slice(0, 3).toSorted());
  expect(owners.get(sessions[0] ?? "")).toMatchObject({
    participantId: ana.id,
    roles: [{ name: "Customer", permissions: expect.arrayContaining(["rooms.view"]) }],
  });
  expect(owners.get(sessions[2] ?? "")?.roles).toEqual([]);
});

test("[ROOM-6c] finds the memberships that exist, each on its own", async () => {
  const memberships = [
    { participantId: ana.id, roomName: "oferta.10001" },
    { participantId: ana.id, roomName: "oferta.10005" },
    { participantId: radu.id, roomName: "oferta.10001" },
    { participantId: radu.id, roomName: "oferta.99999" },
    { participantId: 2 ** 53 - 1, roomName: "oferta.10001" },
  ];
  const { members } = await store.findAccess({ sessions: [], memberships }, systemClock.now());
  expect([...members]).toEqual([memberships[0], memberships[2]]);
});
