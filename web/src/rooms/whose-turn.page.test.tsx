import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { ana, type MountedPage, mountPage } from "../testing/mounted.tsx";
import { listRow, say } from "../testing/page-acts.ts";

const filter = ({ find }: MountedPage, name: string) => find("radio", { name: new RegExp(`^${name}`) });
const listed = (): (string | undefined)[] =>
  [...document.querySelectorAll("nav a[data-room]")].map((row) => /\d+$/.exec(row.getAttribute("href") ?? "")?.[0]);
const waits = async (offer: number): Promise<boolean> => (await listRow(offer)).textContent.includes("așteaptă");

const awaitCount = async (page: MountedPage, name: string, count: number): Promise<void> => {
  const { parentElement: label } = await filter(page, name);
  await vi.waitFor(() => expect(label?.textContent).toBe(`${name}${count}`), patient);
};

test("[ROOM-3d][ROOM-3g][LIST-5][LIST-6] a customer who writes waits in the row, the unclaimed filter and the counts, until staff answer", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  const { user, server } = page;
  await awaitCount(page, "Ale nimănui", 0);
  expect(await waits(10_001)).toBe(false);
  await page.live("ChatMessage", server.world.say(ana, 10_001, "Când ajunge piesa?"));
  await awaitCount(page, "Ale nimănui", 1);
  expect(await waits(10_001)).toBe(true);
  await user.click(await filter(page, "Ale nimănui"));
  await vi.waitFor(() => expect(listed()).toEqual(["10001"]), patient);
  await say(page, "Mâine dimineață.");
  await awaitCount(page, "Ale nimănui", 0);
  expect(listed()).toEqual(["10001"]);
  const again = await page.reload();
  await again.composer();
  expect(await filter(again, "Ale nimănui")).toHaveProperty("checked", true);
  await vi.waitFor(() => expect(listed()).toEqual([]), patient);
});

test("[ROOM-3d] a customer never sees a wait", async () => {
  const page = await mountPage();
  expect(await waits(10_001)).toBe(false);
  await page.live("ChatMessage", page.server.world.say(ana, 10_001, "Când ajunge piesa?"));
  await within(await listRow(10_001)).findByText(/Când ajunge piesa/);
  expect(await waits(10_001)).toBe(false);
});

test("[LIST-5] the filters can be chosen with arrows, and the longest wait comes first", async () => {
  const page = await mountPage({
    as: "radu",
    before: ({ world }) => {
      world.say(ana, 10_002, "Întâi eu.", { timestamp: "2023-11-14T10:00:00.000Z" });
      world.say(ana, 10_001, "Apoi eu.", { timestamp: "2023-11-14T11:00:00.000Z" });
    },
  });
  const { user, find } = page;
  await listRow(10_001);
  expect(listed()).toEqual(["10003", "10001", "10002"]);
  (await filter(page, "Toate")).focus();
  await user.keyboard("{ArrowRight}");
  expect(await filter(page, "Necitite")).toHaveProperty("checked", true);
  await user.keyboard("{ArrowRight}");
  expect(await filter(page, "Ale mele")).toHaveProperty("checked", true);
  await user.click(await filter(page, "Toate"));
  await user.click(await find("button", { name: "Întâi cine așteaptă" }));
  await vi.waitFor(() => expect(listed()).toEqual(["10002", "10001", "10003"]), patient);
});
