import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { madePdf, madeTone, sendFile } from "./made-files.ts";
import { composer, messageList, openRoom, signedIn } from "./people.ts";
import { letter, photo } from "./sample-files.ts";
import { awaitHeld, choose, expectSent, heldFiles, sentFiles, tray } from "./sending-files.ts";
import { openSlowLink } from "./slow-link.ts";
import { startStage } from "./stage.ts";

const link = await openSlowLink();
const { product, browser } = await startStage({ ALLOWED_ORIGINS: link.address });
const offer = 10_001;
const neverMs = 3_600_000;

let ana: Page;
let radu: Page;

beforeAll(async () => {
  ana = await signedIn(browser, product, "ana");
  radu = await signedIn(browser, product, "radu");
  await openRoom(ana, offer);
  await openRoom(radu, offer);
  return () => link.close();
});

test("[ATT-2a][ATT-3] sends several files in the chosen order with their texts, explains a bad one, and accepts a sent one again", async () => {
  const first = await photo(ana, "trei-a.jpg", 60, 40);
  const empty = { name: "gol.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) };
  await composer(ana).fill("Asta e placa");
  await choose(ana, { ...letter, name: "trei-b.pdf" }, empty, first);
  await tray(ana).getByText("Fișierul e gol.").waitFor();
  await ana.getByText("Un fișier din 3 nu se poate trimite: gol.txt.").waitFor();
  await ana.getByLabel("Text pentru trei-a.jpg").fill("și asta din spate");
  await awaitHeld(ana);
  await ana.getByLabel("Text pentru trei-a.jpg").press("Enter");
  await expectSent(radu, "trei-", ["trei-b.pdf", "trei-a.jpg"]);
  const sent = await sentFiles(radu);
  expect(sent.filter(({ name }) => name.startsWith("trei-")).map(({ text }) => text)).toEqual([
    "Asta e placa",
    "și asta din spate",
  ]);
  await tray(ana).getByRole("button", { name: "Scoate gol.txt" }).click();
  await choose(ana, first);
  await tray(ana).getByRole("img", { name: "Fotografie: trei-a.jpg" }).waitFor();
  await ana.getByRole("button", { name: "Scoate trei-a.jpg" }).press("Delete");
  await tray(ana).waitFor({ state: "detached" });
  await expect.poll(() => heldFiles(ana)).toEqual([]);
});

test("[ATT-6] an upload resumes after a reload, and the file arrives once", async () => {
  link.leadTo(Number(new URL(product.address).port));
  const slow = await signedIn(browser, { ...product, address: link.address }, "ana");
  await openRoom(slow, offer);
  const big = await photo(radu, "reload.png", 800, 600);
  await choose(slow, big);
  await awaitHeld(slow);
  link.slowDown(2_000_000, neverMs);
  await composer(slow).press("Enter");
  await expect.poll(() => link.sentBytes()).toBeGreaterThan(big.buffer.length / 4);
  await slow.reload();
  await expectSent(radu, "reload", ["reload.png"]);
  expect(link.sentBytes() / big.buffer.length).toBeLessThan(1.5);
  await expect.poll(() => heldFiles(slow)).toEqual([]);
});

test("[SEE-5] saves a file under its own name, and plays sound in place", async () => {
  const pdf = "deviz-reparație-ambreiaj-logan-2014-varianta-finală.pdf";
  await sendFile(product, "radu", { offer, name: pdf, bytes: madePdf, text: "Devizul" });
  await sendFile(product, "radu", { offer, name: "motor.wav", bytes: madeTone() });
  await messageList(ana).press("End");
  const [download] = await Promise.all([
    ana.waitForEvent("download"),
    messageList(ana)
      .getByRole("button", { name: `Descarcă ${pdf}` })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe(pdf);
  await messageList(ana).getByRole("button", { name: "Redă motor.wav" }).click();
  const sound = messageList(ana).locator("audio");
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
  expect(await sound.getAttribute("src"), "by ticket").toContain("/api/v1/chat/");
});
