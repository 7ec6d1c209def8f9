import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { act, freshMessage, labels, like, menuOf, sayStored, takeOver, target } from "./acting.ts";
import { axeFindings } from "./axe-findings.ts";
import { bubbles, composer, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
import { rowsWith } from "./product-sql.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
let ana: Page;
let radu: Page;

beforeAll(async () => {
  ana = await signedIn(browser, product, "ana");
  radu = await signedIn(browser, product, "radu");
});

describe("Ana and Radu talk about offer 10001", () => {
  test("[READ-2] opening a room clears its count here and on the server", async () => {
    await roomRow(radu, 10_001).getByText("2 mesaje necitite").waitFor();
    await openRoom(radu, 10_001);
    await expect.poll(() => roomRow(radu, 10_001).getByText("necitit").count()).toBe(0);
    await radu.reload();
    await composer(radu).waitFor();
    await expect.poll(() => roomRow(radu, 10_001).getByText("necitit").count()).toBe(0);
  });

  test("[HERE-1] each sees the other as present", async () => {
    await openRoom(ana, 10_001);
    await ana.getByRole("img", { name: /Activi? acum: .*Radu Ionescu, operator ERP/ }).waitFor();
    await radu.getByRole("img", { name: /Activi? acum: .*Ana Mureșan, client/ }).waitFor();
  });

  test("[LIVE-3] the other person sees a message once, without a reload", async () => {
    const text = "Bună Ana, am kitul LuK 624 3477 33 pe raft.";
    await say(radu, text);
    await bubbles(ana, text).waitFor();
    await bubbles(radu, text).getByText("Trimis").or(bubbles(radu, text).getByText("Citit")).waitFor();
    expect(await bubbles(ana, text).count()).toBe(1);
    expect(await bubbles(radu, text).count()).toBe(1);
  });

  test("[WEB-4] a message in the open room counts as read, and its sender sees it", async () => {
    await ana.bringToFront();
    await say(radu, "Livrez mâine dimineață.");
    await bubbles(ana, "Livrez mâine dimineață.").waitFor();
    await bubbles(radu, "Livrez mâine dimineață.").getByText("Citit de Ana Mureșan", { exact: true }).waitFor();
    expect(await roomRow(ana, 10_001).getByText("necitit").count()).toBe(0);
  });

  test("[WEB-1] a reload while the other is typing loses nothing and shows the typing again", async () => {
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
    const line = ana.getByRole("region", { name: "Discuție" }).getByText("Radu Ionescu scrie…");
    /** Presses another key each time, since typing is whispered at most every 2 s (TYPE-1). */
    const isTyping = async (): Promise<boolean> => {
      await composer(radu).press("x");
      return line.isVisible();
    };
    await expect.poll(isTyping).toBe(true);
    await ana.reload();
    await composer(ana).waitFor();
    await ana.getByRole("img", { name: /Activi? acum: .*Radu Ionescu/ }).waitFor();
    await expect.poll(isTyping).toBe(true);
    await say(radu, "Scriu ceva lung");
    await bubbles(ana, "Scriu ceva lung").waitFor();
    expect(await bubbles(ana, "Livrez mâine dimineață.").count()).toBe(1);
  });
});

/** Holds back a press's call until its optimistic change shows. Others see the change only after the call. */
async function showsBeforeTheCall(
  page: Page,
  press: () => Promise<void>,
  own: Locator,
  others: Locator,
): Promise<void> {
  let release = (): void => undefined;
  const shown = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/action/**", async (route) => {
    await shown;
    await route.continue();
  });
  await press();
  await own.waitFor();
  expect(await others.count()).toBe(0);
  release();
  await others.waitFor();
  await page.unroute("**/action/**");
}

describe("acting on messages", () => {
  let ioana: Page;

  beforeAll(async () => {
    ioana = await signedIn(browser, product, "ioana");
    for (const page of [ana, radu, ioana]) await openRoom(page, 10_001);
  });

  test("[ACT-4][ACT-6] a like and a take-over by mouse show at once, move nothing, and reach the other screens", async () => {
    const [onAna, onRadu, onIoana] = await freshMessage(ana, "De preluat și apreciat", radu, ioana);
    await onRadu!.hover();
    await settled(radu);
    const before = await Promise.all([onRadu!.boundingBox(), like(onRadu!).boundingBox()]);
    const seen = like(onIoana!).and(ioana.getByRole("button", { name: /1 apreciere/ }));
    const pressed = like(onRadu!).and(radu.locator("[aria-pressed=true]"));
    await showsBeforeTheCall(radu, () => like(onRadu!).click(), pressed, seen);
    const [row, chip] = await Promise.all([onRadu!.boundingBox(), like(onRadu!).boundingBox()]);
    expect(row).toEqual(before[0]);
    expect(chip?.x).toBe(before[1]?.x);

    const taken = onIoana!.getByText("Preluat de Radu Ionescu");
    const own = onRadu!.getByText("Preluat de tine", { exact: true }).first();
    await showsBeforeTheCall(radu, () => takeOver(onRadu!).click(), own, taken);
    await onAna!.getByText("Preluat de Radu Ionescu").waitFor();
    await onRadu!.click({ button: "right" });
    expect(await labels(radu)).toEqual([
      "Răspunde",
      "Renunță la preluare",
      "Nu mai aprecia",
      "Marchează necitit de aici",
      "Cine a apreciat",
      "Copiază textul",
      "Copiază linkul",
      "Redu la tăcere pe Ana Mureșan",
    ]);
    expect(await axeFindings(radu)).toEqual([]);
    await menuOf(radu).getByRole("menuitem", { name: "Renunță la preluare" }).click();
    await taken.waitFor({ state: "detached" });
  });

  test("[ACT-2][ACT-4b] if two people take over at once, one holds the room and the other is told who", async () => {
    const [, onRadu, onIoana] = await freshMessage(ana, "Cine o ia primul?", radu, ioana);
    let release = (): void => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    for (const page of [radu, ioana]) {
      await page.route("**/action/**", async (route) => {
        asked += 1;
        if (asked === 2) release();
        await both;
        await route.continue();
      });
    }
    await onRadu!.hover();
    await onIoana!.hover();
    await Promise.all([takeOver(onRadu!).click(), takeOver(onIoana!).click()]);
    const refusal = (message: Locator, name: string) => message.getByText(`${name} a preluat înaintea ta.`);
    const refusalsOf = () =>
      Promise.all([refusal(onRadu!, "Ioana Stan").count(), refusal(onIoana!, "Radu Ionescu").count()]);
    let refusals: readonly number[] = [];
    await expect.poll(async () => (refusals = await refusalsOf())).toContain(1);
    for (const page of [radu, ioana]) await page.unroute("**/action/**");
    const isRadus = refusals[1] === 1;
    const [holder, other] = isRadus ? [onRadu!, onIoana!] : [onIoana!, onRadu!];
    await holder.getByText("Preluat de tine", { exact: true }).first().waitFor();
    await other.getByText(isRadus ? "Preluat de Radu Ionescu" : "Preluat de Ioana Stan").waitFor();
    await holder.click({ button: "right" });
    await holder.page().getByRole("menuitem", { name: "Renunță la preluare" }).click();
    await other
      .getByText(/^Preluat de/)
      .first()
      .waitFor({ state: "detached" });
  });
});

describe("editing and deleting", () => {
  beforeAll(async () => {
    for (const page of [ana, radu]) await openRoom(page, 10_001);
  });

  test("[EDIT-1][EDIT-2][EDIT-4] Up takes the person's last message into the composer, Enter saves it for both, and the draft returns", async () => {
    await sayStored(ana, "Seria e WVWZZZ1KZ");
    await composer(ana).press("ArrowUp");
    await target(ana).getByText("Modifici mesajul").waitFor();
    await expect.poll(() => composer(ana).inputValue()).toBe("Seria e WVWZZZ1KZ");
    expect(await axeFindings(ana)).toEqual([]);
    await composer(ana).fill("Seria e WVWZZZ1KZ-corect");
    await composer(ana).press("Enter");
    for (const page of [ana, radu]) {
      const edited = bubbles(page, "Seria e WVWZZZ1KZ-corect");
      await edited.getByText("modificat", { exact: true }).waitFor();
      // The time of the edit arrives through the log.
      await edited.and(page.locator(":has([title^='Modificat '])")).waitFor();
    }
    expect(await composer(ana).inputValue()).toBe("");
    // Escape restores the draft without saving anything.
    await composer(ana).fill("ciornă");
    await act(ana, bubbles(ana, "WVWZZZ1KZ-corect").first(), "Modifică");
    await expect.poll(() => composer(ana).inputValue()).toBe("Seria e WVWZZZ1KZ-corect");
    await composer(ana).fill("altceva");
    await composer(ana).press("Escape");
    expect(await composer(ana).inputValue()).toBe("ciornă");
    await composer(ana).fill("");
  });

  test("[DEL-1][DEL-3] deleting removes the text for both, from quotes, the list and the database", async () => {
    const message = await sayStored(ana, "Parola wifi e cheie-secreta");
    const onRadu = bubbles(radu, "cheie-secreta");
    await onRadu.waitFor();
    await act(radu, onRadu, "Răspunde");
    await say(radu, "Mulțumesc");
    await bubbles(ana, "Mulțumesc").getByText("cheie-secreta").waitFor();

    // A draft that quotes the message is updated.
    await act(radu, onRadu.first(), "Răspunde");
    await target(radu).getByText("cheie-secreta").waitFor();
    await act(ana, message.first(), "Șterge mesajul");
    await target(radu).getByText("Mesajul citat a fost șters.").waitFor();
    for (const page of [ana, radu]) {
      await bubbles(page, "Mulțumesc").getByText("Mesaj șters").waitFor();
      await expect.poll(() => page.content()).not.toContain("cheie-secreta");
      expect(await axeFindings(page)).toEqual([]);
    }
    await expect.poll(() => rowsWith(product, "cheie-secreta")).toBe(0);
    await composer(radu).press("Escape");
    await ana.reload();
    await bubbles(ana, "Mulțumesc").getByText("Mesaj șters").waitFor();
    expect(await ana.content()).not.toContain("cheie-secreta");
  });

  test("[DEL-1] closing the page during the undo time still deletes; deleting the newest message updates the list", async () => {
    const closing = await ana.context().newPage();
    await closing.goto(new URL("/view/oferta.10001", product.address).href);
    const message = await sayStored(closing, "De închis repede");
    await roomRow(radu, 10_001).getByText("De închis repede").waitFor();
    await act(closing, message.first(), "Șterge mesajul");
    await closing.getByText(/^Șters\./).waitFor();
    await closing.close();
    await roomRow(radu, 10_001).getByText("Mesaj șters").waitFor();
    await expect.poll(() => rowsWith(product, "De închis repede")).toBe(0);
  });
});
