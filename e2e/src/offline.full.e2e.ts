import { describe, expect, test } from "vitest";
import { bubbles, composer, openRoom, roomRow, signedIn, signOut } from "./people.ts";
import { letter } from "./sample-files.ts";
import { awaitHeld, choose, sentFiles } from "./sending-files.ts";
import { startStage } from "./stage.ts";
import { goOffline } from "./worker-page.ts";

const { product, browser } = await startStage();

describe("without a network", () => {
  test("[ATT-2b] a first file that is chosen without a network is held, and leaves when it is back", async () => {
    const mihai = await signedIn(browser, product, "mihai");
    await openRoom(mihai, 10_006);
    await goOffline(mihai);
    await choose(mihai, { ...letter, name: "prima.pdf" });
    await awaitHeld(mihai);
    await composer(mihai).press("Enter");
    await bubbles(mihai, "prima.pdf").waitFor();
    await mihai.context().setOffline(false);
    // Offer 10004 has no room.
    const sent = async (): Promise<string[]> => (await sentFiles(mihai, 5)).map(({ name }) => name);
    await expect.poll(sent).toContain("prima.pdf");
  });

  test("[SYNC-8] the offer and the room that were asked for come by themselves when the network is back", async () => {
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_001);
    const offer = ana.getByRole("region", { name: "Ofertă", exact: true });
    await offer.getByText("Total de plată").waitFor();
    await goOffline(ana);
    await roomRow(ana, 10_002).click();
    await offer.getByText("Oferta nu s-a încărcat").waitFor();
    await roomRow(ana, 10_001).click();
    // OFF-2: the loaded offer is still there.
    await offer.getByText("624 3477 33", { exact: true }).waitFor();
    await roomRow(ana, 10_002).click();
    await offer.getByText("Oferta nu s-a încărcat").waitFor();
    await ana.getByRole("button", { name: "Oferte" }).click();
    const dialog = ana.getByRole("dialog", { name: "Deschide o ofertă" });
    await dialog.getByRole("textbox").fill("10004");
    await dialog.getByRole("textbox").press("Enter");
    await dialog.getByText("de îndată ce revine conexiunea").waitFor();
    expect(new URL(ana.url()).pathname).toBe("/view/oferta.10002");
    await ana.context().setOffline(false);
    await ana.getByRole("heading", { name: "Oferta 10004" }).first().waitFor();
    await dialog.waitFor({ state: "detached" });
    await roomRow(ana, 10_002).click();
    await offer.getByText("Total de plată").waitFor();
  });

  for (const isReopened of [false, true]) {
    test(`[SIGN-3] signing out is told to the server when ${isReopened ? "the page next opens" : "the network is back"}`, async () => {
      const ana = await signedIn(browser, product, "ana");
      const token = await ana.evaluate(() => localStorage.getItem("token"));
      const me = async (): Promise<number> => {
        const answer = await fetch(`${product.address}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
        return answer.status;
      };
      await goOffline(ana);
      await signOut(ana);
      await ana.getByLabel("Utilizator").waitFor();
      await expect
        .poll(() => ana.evaluate(() => localStorage.getItem("cuplaj.signed-out")))
        .toMatch(/^\["[0-9a-f]{64}"\]$/);
      expect(await ana.evaluate((secret) => Object.values(localStorage).join().includes(String(secret)), token)).toBe(
        false,
      );
      expect(await me()).toBe(200);
      const context = ana.context();
      if (isReopened) await ana.close();
      await context.setOffline(false);
      const page = isReopened ? await context.newPage() : ana;
      if (isReopened) await page.goto(product.address);
      await expect.poll(me).toBe(401);
      await expect.poll(() => page.evaluate(() => localStorage.getItem("cuplaj.signed-out"))).toBeNull();
    });
  }
});
