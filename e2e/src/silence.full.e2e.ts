import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { composer, messageList, openRoom, signedIn, startAgain } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const ana = await signedIn(browser, product, "ana");
const radu = await signedIn(browser, product, "radu");

const item = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });
const membersButton = (page: Page) => page.getByRole("button", { name: /^(Membrii discuției|Members)\b/ });
const membersDialog = (page: Page) => page.getByRole("dialog", { name: /^(Membrii discuției|Members)$/ });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** How many people Ana silences, as the server knows it. */
async function silenced(): Promise<number> {
  const { user } = await (await apiAs(product, "ana")).get<{ user: { users_silenced: unknown[] } }>("me");
  return user.users_silenced.length;
}

/** Opens the menu at the name above the newest message of somebody in the open room. */
async function openAuthorMenu(page: Page, name: string): Promise<void> {
  await messageList(page).getByRole("button", { name, exact: true }).last().click();
  await page.getByRole("menu").waitFor();
}

describe("silence", () => {
  test("[SIL-2][SIL-2c] a person is silenced at their name, undone by the toast and by Ctrl+Z, and nothing is sent", async () => {
    await startAgain(ana);
    await openRoom(ana, 10_001);
    await openAuthorMenu(ana, "Radu Ionescu");
    await item(ana, "Redu la tăcere pe Radu Ionescu").click();
    await toast(ana, "Ai redus la tăcere pe Radu Ionescu").getByRole("button", { name: "Anulează" }).click();
    await openAuthorMenu(ana, "Radu Ionescu");
    await item(ana, "Redu la tăcere pe Radu Ionescu").press("Enter");
    await toast(ana, "Ai redus la tăcere pe Radu Ionescu").waitFor();
    await ana.keyboard.press("Control+z");
    await openAuthorMenu(ana, "Radu Ionescu");
    await item(ana, "Redu la tăcere pe Radu Ionescu").waitFor();
    expect(await silenced()).toBe(0);
  });

  test("[SIL-2f][SIL-2g] a call without a result, a refused one and one without a network are told, and nothing has changed", async () => {
    await startAgain(ana);
    await openRoom(ana, 10_001);
    const silence = async (): Promise<void> => {
      await openAuthorMenu(ana, "Radu Ionescu");
      await item(ana, "Redu la tăcere pe Radu Ionescu").click();
    };
    const answers = [
      { status: 200, json: {} },
      { status: 500, json: { message: "Nu.", code: "unexpected" } },
      { status: 404, json: { message: "Nu.", code: "not_found" } },
    ];
    for (const answer of answers) {
      await ana.route("**/api/v1/silence/**", (route) => route.fulfill(answer), { times: 1 });
      await silence();
      const failure = ana.getByRole("alert").filter({ hasText: "Eroare neprevazuta" });
      await failure.waitFor();
      await failure.getByRole("button", { name: "Închide mesajul" }).click();
      await failure.waitFor({ state: "detached" });
    }
    await ana.context().setOffline(true);
    await ana.getByText("Fără internet.").waitFor();
    await silence();
    await ana.getByRole("alert").filter({ hasText: "Fără conexiune: tăcerea nu s-a schimbat" }).waitFor();
    await ana.context().setOffline(false);
    expect(await silenced()).toBe(0);
  });

  test("[SIL-2] a message's menu has it, by the keys and on a phone", async () => {
    await startAgain(ana, { viewport: sizes.phone });
    await openRoom(ana, 10_001);
    const message = messageList(ana).getByRole("article").filter({ hasText: "Piesele sunt puse deoparte" });
    await message.click();
    await message.focus();
    await ana.keyboard.press("Shift+F10");
    await item(ana, "Redu la tăcere pe Radu Ionescu").waitFor();
    expect(await axeFindings(ana)).toEqual([]);
    await ana.keyboard.press("Escape");
    await item(ana, "Redu la tăcere pe Radu Ionescu").waitFor({ state: "detached" });
  });
});

describe("members", () => {
  test.each(["light", "dark"] as const)(
    "[USR-2][A11Y-1] the list has no findings in the %s theme",
    async (colorScheme) => {
      await startAgain(ana, { colorScheme });
      await openRoom(ana, 10_001);
      for (const viewport of [sizes.desk, sizes.phone]) {
        await ana.setViewportSize(viewport);
        await membersButton(ana).click();
        await membersDialog(ana).getByText("operator ERP").first().waitFor();
        await expect.poll(() => membersDialog(ana).getByRole("listitem").first().innerText()).toContain("Ana Mureșan");
        await membersDialog(ana).getByText("client · prezent acum · tu").waitFor();
        expect(await axeFindings(ana)).toEqual([]);
        await membersDialog(ana).getByRole("button", { name: "Acțiuni pentru Radu Ionescu" }).press("Enter");
        await item(ana, "Copiază numele").waitFor();
        expect(await axeFindings(ana)).toEqual([]);
        // Escape closes the menu alone, and the keys are where they were.
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

  test("[USR-2a][USR-2b] 1,000 members are reached by scrolling and by name, and who comes is followed", async () => {
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
    await membersDialog(mia).getByRole("searchbox").fill("turcanu 0999");
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining("Țurcanu 0999")]);
    await membersDialog(mia).getByRole("searchbox").fill("nimeni");
    await membersDialog(mia).getByText("Niciun membru cu numele acesta").waitFor();
    await membersDialog(mia).getByRole("searchbox").fill("");
    await expect.poll(() => rows.count()).toBeGreaterThan(1000);

    await openRoom(radu, 10_001);
    const row = rows.filter({ hasText: "Radu Ionescu" });
    await row.getByText("prezent acum").waitFor();
    const before = await rows.count();
    await radu.getByRole("button", { name: "Opțiunile discuției" }).click();
    await item(radu, "Ieși din discuție").click();
    await row.waitFor({ state: "detached" });
    expect(await rows.count()).toBe(before - 1);
  });
});
