import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { bubbles, composer, messageList, openRoom, roomRow, say, signedIn } from "./people.ts";
import { camera, letter, heic, photo, turned } from "./sample-files.ts";
import {
  awaitHeld,
  bring,
  bytesOf,
  choose,
  expectSent,
  heldFiles,
  leaveFile,
  sentFiles,
  tray,
} from "./sending-files.ts";
import { startStage } from "./stage.ts";

describe("choosing, previewing and sending files", async () => {
  const { product, browser } = await startStage();
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    ana = await signedIn(browser, product, "ana");
    radu = await signedIn(browser, product, "radu");
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
  });

  test("[ATT-1][ATT-1a] accepts files pasted or dropped in the conversation, but not next to it or on a dialog", async () => {
    const shot = await photo(ana, "paste.png", 30, 20);
    await bring(ana, "paste", "textarea", shot, "un tabel");
    await bring(ana, "drop", "nav", { ...shot, name: "alături.png" });
    await bring(ana, "dragenter", "[data-history]", shot);
    await ana.getByText("Lasă fișierele aici").waitFor();
    await bring(ana, "drop", "[data-history]", { ...shot, name: "drop.png" });
    await ana.getByText("Lasă fișierele aici").waitFor({ state: "detached" });
    await bring(ana, "paste", "textarea", shot);
    await expect.poll(() => tray(ana).getByRole("img").count()).toBe(2);
    await ana.evaluate(() => document.querySelector("textarea")?.blur());
    await ana.keyboard.press("?");
    await ana.getByRole("dialog").waitFor();
    await bring(ana, "drop", "dialog", { ...shot, name: "dialog.png" });
    await ana.keyboard.press("Escape");
    await composer(ana).fill("");
    await awaitHeld(ana);
    await composer(ana).press("Enter");
    await expectSent(radu, "drop", ["drop.png"]);
    await expectSent(radu, "paste", ["paste.png"]);
    await expectSent(radu, "al", []);
    await expectSent(radu, "dialog", []);
  });

  test("[ATT-2] a tray stays with its room through other rooms, reloads and tabs", async () => {
    await choose(ana, await photo(ana, "ramane.jpg", 60, 40), { ...letter, name: "ramane.pdf" });
    await ana.getByLabel("Text pentru ramane.pdf").fill("facturat");
    await awaitHeld(ana);
    await roomRow(ana, 10_002).click();
    await composer(ana).waitFor();
    expect(await tray(ana).count()).toBe(0);
    await roomRow(ana, 10_001).getByText("ramane.jpg").waitFor();
    await roomRow(ana, 10_001).click();
    await tray(ana).getByRole("img", { name: "Fotografie: ramane.jpg" }).waitFor();
    await ana.reload();
    await tray(ana).getByRole("img", { name: "Fotografie: ramane.jpg" }).waitFor();
    expect(await ana.getByLabel("Text pentru ramane.pdf").inputValue()).toBe("facturat");
    const other = await ana.context().newPage();
    await other.goto(ana.url());
    await tray(other).getByRole("img", { name: "Fotografie: ramane.jpg" }).waitFor();
    await awaitHeld(other);
    await composer(other).press("Enter");
    await tray(ana).waitFor({ state: "detached" });
    await expectSent(radu, "ramane", ["ramane.jpg", "ramane.pdf"]);
    await other.close();
    await expect.poll(() => heldFiles(ana)).toEqual([]);
  });

  test("[ATT-7] sends a photo upright, shrunk and without camera data; as original only without camera data", async () => {
    const taken = turned(await photo(ana, "tel-mic.jpg", 3000, 1500));
    expect(taken.buffer.includes(camera)).toBe(true);
    await choose(ana, taken);
    await awaitHeld(ana);
    await composer(ana).press("Enter");
    await expectSent(radu, "tel-mic", ["tel-mic.jpg"]);
    await choose(ana, { ...taken, name: "tel-original.jpg" });
    await ana.getByLabel("Trimite originalele").check();
    await awaitHeld(ana);
    await composer(ana).press("Enter");
    await expectSent(radu, "tel-original", ["tel-original.jpg"]);
    const [small, original] = (await sentFiles(radu)).filter(({ name }) => name.startsWith("tel-"));
    expect(small).toMatchObject({ width: 1280, height: 2560, mime: "image/jpeg" });
    expect(original).toMatchObject({ width: 1500, height: 3000, mime: "image/jpeg" });
    for (const sent of [small!, original!]) expect((await bytesOf(radu, sent)).includes(camera)).toBe(false);
  });

  test("[ATT-7a][ATT-7] sends a screenshot pixel for pixel, and a HEIC as JPEG", async () => {
    const shot = await photo(ana, "ecran.png", 400, 300);
    await choose(ana, shot, heic);
    await awaitHeld(ana);
    await composer(ana).press("Enter");
    await expectSent(radu, "IMG_0042", ["IMG_0042.jpg"]);
    const sent = await sentFiles(radu);
    const screen = sent.find(({ name }) => name === "ecran.png");
    expect(screen).toMatchObject({ width: 400, height: 300, mime: "image/png" });
    expect(screen?.size).toBeLessThanOrEqual(shot.buffer.length);
    expect(sent.find(({ name }) => name === "IMG_0042.jpg")).toMatchObject({
      width: 96,
      height: 64,
      mime: "image/jpeg",
    });
  });

  test("[ATT-6a] deletes files that a closed page left behind, but none that wait", async () => {
    await choose(ana, { ...letter, name: "sta.pdf" });
    await awaitHeld(ana);
    await leaveFile(ana);
    expect(await heldFiles(ana)).toHaveLength(2);
    await ana.reload();
    await tray(ana).getByText("sta.pdf").first().waitFor();
    await expect.poll(() => heldFiles(ana)).toHaveLength(1);
    expect(await heldFiles(ana)).not.toContain("left");
    expect(await axeFindings(ana)).toEqual([]);
    await ana.getByRole("button", { name: "Scoate sta.pdf" }).click();
    await expect.poll(() => heldFiles(ana)).toEqual([]);
  });

  test("[ATT-4][SEND-3] a sent picture shows within a frame, delays no text, and can be cancelled", async () => {
    await ana.route("**/api/v1/publish/*/upload", () => undefined);
    await choose(ana, await photo(ana, "anulat.jpg", 300, 200), { ...letter, name: "anulat.pdf" });
    await awaitHeld(ana);
    await tray(ana).getByRole("img").waitFor();
    const shown = await composer(ana).evaluate(async (field) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      // By the second frame, the first one has been painted.
      for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
      return [...document.querySelectorAll("article")]
        .slice(-2)
        .map((row) => row.querySelector("img")?.src ?? row.innerText);
    });
    expect(shown).toEqual([expect.stringMatching(/^blob:/), expect.stringContaining("anulat.pdf")]);
    await say(ana, "Trec pe lângă fișiere");
    await bubbles(radu, "Trec pe lângă fișiere").waitFor();
    await messageList(ana).getByRole("button", { name: "Renunță la anulat.jpg" }).click();
    await messageList(ana).getByRole("button", { name: "Renunță la anulat.pdf" }).click();
    await expect.poll(() => heldFiles(ana)).toEqual([]);
    await ana.unroute("**/api/v1/publish/*/upload");
    await ana.reload();
    await composer(ana).waitFor();
    await expectSent(radu, "anulat", []);
    expect(await messageList(ana).getByText("anulat").count()).toBe(0);
  });
});
