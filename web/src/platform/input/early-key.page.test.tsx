import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { mountPage } from "../../testing/mounted.tsx";

const room = "/view/oferta.10001";

function begin(earlyKey: Window["earlyKey"]): void {
  window.earlyKey = earlyKey;
  onTestFinished(() => {
    window.earlyKey = undefined;
  });
}

test.each([
  ["nothing", "", true],
  ["a key", "key", false],
] as const)(
  "[WEB-11] if %s was pressed before the page ran, with %j, the composer has the focus: %s",
  async (_what, early, isFocused) => {
    begin(early);
    const page = await mountPage({ at: room });
    await page.composer();
    await vi.waitFor(() => expect(window.earlyKey).toBeUndefined(), patient);
    expect(document.activeElement?.tagName === "TEXTAREA").toBe(isFocused);
  },
);

test("[WEB-11] if a key was pressed, the message of the address is shown without the focus", async () => {
  begin("key");
  const page = await mountPage({ at: `${room}?m=2` });
  await page.bubble("v-am trimis oferta 10001");
  await vi.waitFor(() => expect(page.getState().linkedMessage).toBeNull(), patient);
  expect(document.activeElement?.closest("article, textarea")).toBeNull();
});

test("[WEB-11] if a key was pressed before the list ran, a room opened from it takes the focus", async () => {
  begin("key");
  const page = await mountPage({ at: "/" });
  await page.user.click(await page.row(10_002));
  await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
});

test("[WEB-11] the search whose shortcut was pressed is open and receives further typing", async () => {
  begin("search");
  const page = await mountPage({ at: room });
  await page.find("dialog", { name: "Căutare" });
  await page.user.keyboard("salut{Enter}");
  await vi.waitFor(() => expect(page.getState().searchResults?.input.text).toBe("salut"), patient);
  expect(page.server.calls("publishMessage")).toEqual([]);
});
