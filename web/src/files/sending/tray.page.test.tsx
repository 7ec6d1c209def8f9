import { expect, test } from "vitest";
import { mountPage } from "../../testing/mounted.tsx";
import { foreign } from "../../testing/outbox-rows.ts";

test("[ATT-3] the composer's text belongs to the first file, and every other file has its own field", async () => {
  const page = await mountPage({ as: "ana", at: "/view/oferta.10001" });
  const field = await page.composer();
  const choose = document.querySelector<HTMLInputElement>("input[type=file]");
  const fileOf = (name: string): File => new File([name], name, { type: "text/plain" });
  await page.user.upload(choose!, [fileOf("a.txt")]);
  await page.find("button", { name: "Scoate a.txt" });
  expect(field.getAttribute("placeholder")).toBe("Adaugă un text…");
  await page.user.upload(choose!, [fileOf("b.txt")]);
  await page.find("textbox", { name: "Text pentru b.txt" });
  expect(field.getAttribute("placeholder")).toBe("Text pentru primul fișier…");
  expect(page.screen.queryByRole("textbox", { name: "Text pentru a.txt" })).toBeNull();
});

test("[ATT-4] a file shows its progress while it is sent, and none while it waits", async () => {
  const page = await mountPage({ as: "ana", at: "/view/oferta.10001" });
  await page.composer();
  const roomId = page.server.world.rooms.get(10_001)!.room.id;
  const file = { name: "a.pdf", bytes: 9, type: "application/pdf", width: null, height: null, isOriginal: false };
  // Another tab's, so that nothing uploads it here.
  const row = foreign(1, "", { roomId, file, status: "sending" });
  await page.dispatch({ type: "outbox/loaded", rows: [row], isStored: true });
  await page.dispatch({ type: "attachments/progressed", id: row.clientId, progress: { sent: 9, total: 9 } });
  await page.find("progressbar", { name: "Cât s-a trimis din a.pdf" });
  await page.dispatch({ type: "outbox/row-changed", row: { ...row, status: "backing-off" } });
  await expect.poll(() => page.screen.queryByRole("progressbar")).toBeNull();
  await page.find("button", { name: "Renunță la a.pdf" });
});
