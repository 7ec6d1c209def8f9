import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { ana, mountPage } from "../testing/mounted.tsx";
import { listRow } from "../testing/page-acts.ts";
import type { World } from "../testing/scripted-world.ts";

const code = "1K0 615 301 AA";
const at = "2999-11-14T10:00:00.000Z";

function decide(world: World, number: number) {
  const it = world.rooms.get(number)!;
  const seq = it.room.last_seq + 1;
  const { id, name } = ana;
  const by = { id, name, type: "customer" } as const;
  const last_decision = { seq, at, by, decision: "accept", code, lines_total: 1 } as const;
  const version = (it.room.offer_version ?? 0) + 1;
  it.room = { ...it.room, last_seq: seq, offer_version: version, updated_at: at, last_decision };
  const data = {
    ...{ offer_id: number, version, status: it.offer.status, changes_total: 1 },
    changes: [{ what: "line_status" as const, line_id: 1, from: "offered", to: "accepted" }],
    decision: { decision: "accept" as const, on_behalf: false, at },
    ...{ by, room: world.headOf(it) },
  };
  it.log.push({ seq, event: "OfferUpdated", data });
  return data;
}

const listed = (): (string | undefined)[] =>
  [...document.querySelectorAll("nav a[data-room]")].map((row) => /\d+$/.exec(row.getAttribute("href") ?? "")?.[0]);

test("[ROOM-3h][ROOM-3g] a customer's decision is the row's preview, moves up and is marked for staff until they open it", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  await listRow(10_002);
  await page.live("OfferUpdated", decide(page.server.world, 10_002));
  await vi.waitFor(async () => expect((await listRow(10_002)).textContent).toContain(`a acceptat ${code}`), patient);
  const row = async () => await listRow(10_002);
  expect([listed()[0], (await row()).dataset["unread"]]).toEqual(["10002", "true"]);
  expect((await row()).textContent).toContain("așteaptă");
  await page.user.click(await row());
  await vi.waitFor(async () => expect((await row()).dataset["unread"]).toBe("false"), patient);
  await vi.waitFor(() => expect(page.server.calls("markRead").length).toBeGreaterThan(0), patient);
  expect((await row()).textContent).not.toContain("așteaptă");
});
