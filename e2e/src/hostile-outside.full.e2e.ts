import { describe, expect, test } from "vitest";
import { ask, field, framed, list, visit } from "./framed-page.ts";
import { brokenOut, expectHarmless, payloads, watch } from "./hostile-payloads.ts";
import { startHostStage } from "./host-stage.ts";
import { composer } from "./people.ts";
import { signedInWithWorker } from "./worker-page.ts";

const { browser, address, hosts } = await startHostStage({ shop: "localhost" });
const { shop } = hosts;
const text = payloads.join("\n");

describe("hostile texts from other apps and pages", () => {
  test("[SEC-13g] shows a draft by the host as text, and no command does more", async () => {
    const page = await visit(browser, shop, "/ana");
    const caught = watch([address, shop.origin], page);
    await list(page).getByRole("link").first().waitFor();
    for (const payload of payloads)
      for (const command of ["setLanguage", "setTheme", "openOffer", "openRoom"])
        expect(await ask(page, `${command}(${JSON.stringify(payload)})`)).not.toBe("done");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await field(page).waitFor();
    expect(await ask(page, `prefillDraft(${JSON.stringify(text)})`)).toBe("done");
    await expect.poll(() => field(page).inputValue()).toBe(text);
    await expectHarmless(framed(page).locator("main"), payloads);
    await page.context().close();
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows what another app shares as text in its room, also after a reload", async () => {
    const ana = await signedInWithWorker(browser, address, "ana");
    const caught = watch([address], ana);
    await ana.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.includes("display-mode: standalone") ? "all" : query);
    });
    await ana.evaluate((shared) => {
      const form = Object.assign(document.createElement("form"), {
        ...{ method: "post", action: "/share", enctype: "multipart/form-data" },
      });
      document.head.append(Object.assign(document.createElement("meta"), { name: "referrer", content: "no-referrer" }));
      for (const name of ["title", "text", "url"])
        form.append(Object.assign(document.createElement("textarea"), { name, value: shared }));
      document.body.append(form);
      form.submit();
    }, text);
    await ana.getByRole("dialog", { name: "În ce discuție?" }).getByRole("button", { name: /10002/ }).click();
    await composer(ana).waitFor();
    await expectHarmless(ana.locator("main"), payloads);
    await ana.reload();
    await composer(ana).waitFor();
    await expectHarmless(ana.locator("main"), payloads);
    await ana.context().close();
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows an unknown username as text at sign-in", async () => {
    const page = await visit(browser, shop, "/");
    const caught = watch([address, shop.origin], page);
    await framed(page).getByLabel("Utilizator").waitFor();
    await framed(page).getByLabel("Utilizator").fill(payloads[0]);
    await framed(page).getByLabel("Parolă").fill(payloads[0]);
    await framed(page).getByRole("button", { name: "Intră în cont" }).click();
    await framed(page).getByRole("alert").first().waitFor();
    expect(await brokenOut(page)).toEqual([]);
    await page.context().close();
    expect(caught).toEqual([]);
  });
});
