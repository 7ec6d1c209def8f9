import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { awaitConnected, composer, messageList, openRoom, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

/** The smallest window, a desktop at 400 % zoom, a phone in both orientations, and a desktop. */
const smallAndLarge = [
  [360, 225],
  [390, 844],
  [844, 390],
  [1440, 900],
] as const;

describe("losing and regaining the connection", () => {
  let product: Product;
  let browser: Browser;
  let link: CuttableLink;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    link = await openLink();
    ({ product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address }));
    link.leadTo(Number(new URL(product.address).port));
    ana = await signedIn(browser, { ...product, address: link.address }, "ana");
    radu = await signedIn(browser, product, "radu");
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
  });
  afterAll(async () => {
    await browser.close();
    await link.close();
    await product.stop();
  });

  const banner = (page: Page) => page.getByText("Fără conexiune. Poți scrie: mesajele pleacă singure când revine.");

  test("[CONN-5][CONN-5a] the banner comes and goes without moving anything, and blocks no other press", async () => {
    await banner(ana).waitFor({ state: "detached" });
    const boxes = () => Promise.all([composer(ana).boundingBox(), messageList(ana).boundingBox()]);
    const before = await boxes();
    link.cut();
    await banner(ana).waitFor();
    expect(await boxes()).toEqual(before);
    const style = (selector: string) =>
      banner(ana).evaluate((node, s) => getComputedStyle(node.closest(s)!).pointerEvents, selector);
    expect(await style("[role=status]")).toBe("none");
    await ana.context().setOffline(true);
    await ana.getByText("Fără internet. Poți scrie: mesajele pleacă singure când revine.").waitFor();
    await ana.context().setOffline(false);
    await ana.getByRole("button", { name: "Încearcă acum" }).click();
    link.mend();
    await banner(ana).waitFor({ state: "detached" });
  });

  test.each([
    [844, 390],
    [360, 390],
    [320, 300],
    [1440, 900],
  ])("[CONN-5b] a toast and the banner stand apart in a window of %i x %i", async (width, height) => {
    await awaitConnected(ana);
    link.cut();
    await banner(ana).waitFor();
    await ana.setViewportSize({ width, height });
    await ana.getByRole("button", { name: "Opțiunile discuției" }).press("Enter");
    await ana.getByRole("menuitem", { name: "Ieși din discuție" }).press("Enter");
    const toast = ana.getByRole("status").filter({ hasText: "Ai ieșit din" });
    const [above, below] = [await toast.boundingBox(), await banner(ana).locator("..").boundingBox()];
    expect(above !== null && below !== null && above.y + above.height <= below.y).toBe(true);
    await ana.keyboard.press("Control+z");
    await composer(ana).waitFor();
    await ana.setViewportSize(sizes.desk);
    link.mend();
    await awaitConnected(ana);
  });

  test("[CONN-5b] with several toasts the banner, the composer and each toast's buttons stay free, in list and conversation", async () => {
    const mihai = await signedIn(browser, { ...product, address: link.address }, "mihai");
    await mihai.evaluate(leaveFailures, { owner: "customer.2", writtenAt: new Date(nowMs()).toISOString() });
    await mihai.reload();
    await openRoom(mihai, 10_006);
    await mihai.getByRole("alert").nth(2).waitFor();
    await mihai.context().setOffline(true);
    link.cut();
    await mihai.getByText("Fără internet.").waitFor();
    const expectFree = async (what: string) => {
      for (const [width, height] of smallAndLarge) {
        await mihai.setViewportSize({ width, height });
        expect(await mihai.evaluate(findCovered), `${what} at ${width} x ${height}`).toEqual([]);
      }
    };
    await expectFree("conversation");
    await composer(mihai).fill("rând\n".repeat(9));
    await expectFree("conversation with a long draft");
    await mihai.goBack();
    await messageList(mihai).waitFor({ state: "detached" });
    await expectFree("list");
    await mihai.context().close();
    link.mend();
    await awaitConnected(ana);
  });
});

/** Runs in the page: stores three refused messages, as from an earlier visit, in a room that is not in the list. */
function leaveFailures({ owner, writtenAt }: { readonly owner: string; readonly writtenAt: string }): void {
  const error = { code: "invalid", message: "Nu", fieldErrors: {}, retryAfterSeconds: null };
  for (const clientId of ["a", "b", "c"]) {
    const text = `Refuzat ${clientId}, cu destule cuvinte ca să treacă pe mai multe rânduri`;
    const row = { clientId, roomId: 999_999, text, writtenAt, status: "failed", error };
    localStorage.setItem(`cuplaj.unsent.${owner}.${clientId}`, JSON.stringify(row));
  }
}

/** Runs in the page: focuses each control, and lists controls that are covered or that overlap the banner. */
function findCovered(): string[] {
  const hitAt = (x: number, y: number) => document.elementFromPoint(x, y);
  const controls = document.querySelectorAll<HTMLElement>("[role=alert] button, [data-connection] button, textarea");
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .flatMap((control) => {
      control.focus();
      const { x, y, width, height } = control.getBoundingClientRect();
      const covered = control.contains(hitAt(x + width / 2, y + height / 2)) ? [] : [`on ${control.textContent}`];
      const banner = document.querySelector("[data-connection] > div")?.getBoundingClientRect() ?? new DOMRect();
      // Presses go through the banner.
      const under = [banner.top, banner.bottom].flatMap((edge) =>
        [banner.left + 1, banner.right - 1].map((side) => hitAt(side, edge)),
      );
      const isFree = under.every((element) => element !== null && element.closest("[role=alert], textarea") === null);
      return isFree ? covered : [...covered, `the banner, with the focus on ${control.textContent}`];
    });
}
