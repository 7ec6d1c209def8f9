import { expect, test } from "vitest";
import { createRoomPresence } from "./room-presence.ts";

const ana = { id: 7, name: "Ana", customer: true, erp: false, agent: false };

test("[LIVE-6] who is present in a room comes from the roster of its channel, one line a person", () => {
  const rosters = new Map([["presence-oferta.10001", [{ userInfo: ana }, { userInfo: "not one of ours" }]]]);
  const online = createRoomPresence((channel) => rosters.get(channel) ?? []);
  expect(online("oferta.10001")).toEqual([ana]);
  expect(online("oferta.10002")).toEqual([]);
});
