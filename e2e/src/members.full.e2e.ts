import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { composer, openRoom, signedIn, startAgain } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const ana = await signedIn(browser, product, "ana");
const radu = await signedIn(browser, product, "radu");

const item = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });
const membersButton = (page: Page) => page.getByRole("button", { name: /^(Membrii discuției|Members)\b/ });
const membersDialog = (page: Page) => page.getByRole("dialog", { name: /^(Membrii discuției|Members)$/ });

describe("members", () => {
  test.each(["light", "dark"] as const)(
    "[USR-2][A11Y-1] axe finds nothing in the list in the %s theme",
    async (colorScheme) => {
      await startAgain(ana, { colorScheme });
      await openRoom(ana, 10_001);
      for (const viewport of [sizes.desk, sizes.phone]) {
        await ana.setViewportSize(viewport);
        await membersButton(ana).click();
        await membersDialog(ana).getByText("operator ERP").first().waitFor();
        await expect.poll(() => membersDialog(ana).getByRole("listitem").first().innerText()).toContain("Ana Mureșan");
        await membersDialog(ana).getByText("client · activ acum · tu").waitFor();
        expect(await axeFindings(ana)).toEqual([]);
        await membersDialog(ana).getByRole("button", { name: "Acțiuni pentru Radu Ionescu" }).press("Enter");
        await item(ana, "Copiază numele").waitFor();
        expect(await axeFindings(ana)).toEqual([]);
        // Escape closes only the menu and keeps the focus.
        await ana.keyboard.press("Escape");
        await item(ana, "Copiază numele").waitFor({ state: "detached" });
        await expect
          .poll(() => ana.evaluate(() => document.activeElement?.getAttribute("aria-label")))
          .toBe("Acțiuni pentru Radu Ionescu");
        await ana.keyboard.press("Escape");
        await membersDialog(ana).waitFor({ state: "detached" });
      }
    },
  );

  test("[USR-2a][USR-2] reaches 1,000 members by scrolling and by name, and follows joins", async () => {
    await inDatabase(product, (client) =>
      client.query(`with crowd as (
         insert into participants (kind, name, username, password_hash)
         select 'agent', 'Țurcanu ' || to_char(n, 'FM0000'), 'multi' || n, '' from generate_series(1, 1000) n returning id
       ) insert into memberships (room_id, participant_id) select rooms.id, crowd.id from rooms, crowd where offer_id = 10001`),
    );
    const mia = await signedIn(browser, product, "mia");
    await mia.goto(`${product.address}/view/10001`);
    await composer(mia).waitFor();
    await membersButton(mia).click();
    const rows = membersDialog(mia).getByRole("listitem");
    await expect.poll(() => rows.count()).toBeGreaterThan(99);
    expect(await rows.count()).toBeLessThan(500);
    await membersDialog(mia).getByRole("searchbox", { name: "Caută după nume" }).fill("turcanu 0999");
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining("Țurcanu 0999")]);
    await membersDialog(mia).getByRole("searchbox", { name: "Caută după nume" }).fill("nimeni");
    await membersDialog(mia).getByText("Niciun membru cu numele acesta").waitFor();
    await membersDialog(mia).getByRole("searchbox", { name: "Caută după nume" }).fill("");
    await expect.poll(() => rows.count()).toBeGreaterThan(1000);

    await openRoom(radu, 10_001);
    const row = rows.filter({ hasText: "Radu Ionescu" });
    await row.getByText("activ acum").waitFor();
    const before = await rows.count();
    await radu.getByRole("button", { name: "Opțiunile discuției" }).click();
    await item(radu, "Ieși din discuție").click();
    await row.waitFor({ state: "detached" });
    expect(await rows.count()).toBe(before - 1);
  });
});
