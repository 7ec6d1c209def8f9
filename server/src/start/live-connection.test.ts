import { expect, test } from "vitest";
import { createLiveConnection } from "./live-connection.ts";

const ana = { id: 7, name: "Ana", customer: true, erp: false, agent: false };

test("[LIVE-6] people present in a room are those in its channel's roster, except users signed by other programs", () => {
  const rosters = new Map([["presence-oferta.10001", [{ userInfo: ana }, { userInfo: "not one of ours" }]]]);
  const realtime = { members: (_appId: string, channel: string) => rosters.get(channel) ?? [] };
  const live = createLiveConnection(realtime as never, "1");
  expect(live.online("oferta.10001")).toEqual([ana]);
  expect(live.online("oferta.10002")).toEqual([]);
});
