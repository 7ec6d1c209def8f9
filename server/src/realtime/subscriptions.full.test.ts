import { expect, test } from "vitest";
import { startCore } from "../testing/realtime/core.ts";
import { bind } from "./user-sockets.ts";

test("[LIVE-7] after 10,000 sockets connected, subscribed and disconnected, every registry is unchanged", () => {
  const core = startCore();
  const app = core.parts.registry.appById("7") ?? fail();
  for (let index = 0; index < 10_000; index += 1) {
    const client = core.connect();
    client.subscribe(`presence-${index % 1000}`, { user_id: String(index) });
    client.subscribe(`private-${index}`);
    bind(client.connection ?? fail(), String(index), `session-${index}`, core.parts);
    if (index % 2 === 0) client.vanish();
    else core.parts.close(client.connection ?? fail(), 4200, "bye");
  }
  core.clock.advance(3000);
  expect([app.connections.size, app.channels.size, app.users.size, core.parts.rosters.size()]).toEqual([0, 0, 0, 0]);
  expect(core.parts.metrics).toMatchObject({ sockets: 0, closesByCode: { "1006": 5000, "4200": 5000 } });
  expect(core.clock.timerCount).toBe(2);
});

function fail(): never {
  throw new Error("This does not happen");
}
