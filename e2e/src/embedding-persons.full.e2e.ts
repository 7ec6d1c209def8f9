import type { Message } from "@cuplaj/protocol/message.ts";
import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import {
  actions,
  ask,
  field,
  framed,
  personOf,
  reportedTo,
  sessionOf,
  signInBy,
  storedToken,
  visit,
} from "./framed-page.ts";
import { loaderPage } from "./host-site.ts";
import { startHostStage } from "./host-stage.ts";

const { product, browser, address, hosts } = await startHostStage({ neighbour: "127.0.0.1" });
// The host is same-site, so that the browser stores the frame's data.
const { neighbour } = hosts;
neighbour.pages.set("/nobody", loaderPage(address, null).replace("title:", "getToken: async () => null, title:"));

describe("the frame's person", () => {
  test("[EMB-6a][EMB-6e] a person unknown here finds nothing of the previous one, and is told the reason", async () => {
    const page = await visit(browser, neighbour, "/ana");
    await sessionOf(page, "customer");
    await page.goto(`${neighbour.origin}/nimeni`);
    await framed(page)
      .getByRole("alert")
      .getByText(/^Pagina nu te-a putut autentifica\./u)
      .waitFor();
    expect([await personOf(page), await storedToken(page)]).toEqual([null, null]);
    await page.context().close();
  });

  test("[EMB-4h] early commands run as the host's person, not as the previous one", async () => {
    const page = await visit(browser, neighbour, "/ana");
    await sessionOf(page, "customer");
    neighbour.pages.set(
      "/early",
      `${loaderPage(address, "radu")}<script>window.early = chat.openOffer(10005)</script>`,
    );
    await page.goto(`${neighbour.origin}/early`);
    expect(await page.evaluate('early.then(() => "done", (error) => error.code)')).toBe("done");
    await page.context().close();
  });

  test("[EMB-6a][EMB-3f] switching the person reports only the final state, and keeps nothing of the previous one", async () => {
    const page = await visit(browser, neighbour, "/");
    await expect.poll(() => signInBy(page, address, "ana")).toBe("done");
    await sessionOf(page, "customer");
    await ask(page, "openOffer(10001)");
    await page.route("**/api/v1/publish/**", (route) => route.abort());
    await field(page).fill("Rândul care așteaptă");
    await field(page).press("Enter");
    await framed(page).getByRole("article").filter({ hasText: "Rândul care așteaptă" }).waitFor();
    await field(page).fill("Ciorna Anei");
    await page.evaluate("told.length = 0");
    expect(await signInBy(page, address, "radu")).toBe("done");
    await sessionOf(page, "erp");
    await expect.poll(() => actions(page)).toEqual(expect.arrayContaining(["unreadChanged", "roomOpened"]));
    expect(
      (await actions(page)).filter((action) => /^(?:signedOut|authRequired|messageReceived)$/u.test(action)),
    ).toEqual([]);
    await page.unroute("**/api/v1/publish/**");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("");
    await field(page).fill("Rândul lui Radu");
    await field(page).press("Enter");
    await expect.poll(async () => (await actions(page)).includes("messageReceived")).toBe(true);
    expect(await framed(page).getByText("Rândul care așteaptă").count()).toBe(0);
    expect(await signInBy(page, address, "ana")).toBe("done");
    await sessionOf(page, "customer");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await expect.poll(() => field(page).inputValue()).toBe("Ciorna Anei");
    await expect.poll(() => writtenBy("Rândul care așteaptă")).toEqual(["customer"]);
    expect(await writtenBy("Rândul lui Radu")).toEqual(["erp"]);
    await page.context().close();
  });

  test("[EMB-6e] retries a sign-in that did not reach the server, with another token", async () => {
    const page = await visit(browser, neighbour, "/plain");
    let failures = 2;
    const tokens = new Set<unknown>();
    await page.route("**/api/v1/embed/login", async (route) => {
      tokens.add((route.request().postDataJSON() as { readonly token: unknown }).token);
      failures -= 1;
      if (failures === 1) await route.abort();
      else if (failures === 0) await route.fulfill({ status: 503, body: "{}" });
      else await route.continue();
    });
    await page.goto(`${neighbour.origin}/ana`);
    await expect.poll(() => personOf(page)).toBe("customer");
    expect(tokens.size).toBe(3);
    const errors = (await reportedTo(page)).filter(({ action }) => action === "error");
    expect(errors.map(({ payload }) => payload)).toEqual([{ code: "unavailable" }, { code: "unavailable" }]);
    await page.context().close();
  });

  test("[EMB-4c] a slow sign-in is reported busy within 5 s and continues", async () => {
    const page = await visit(browser, neighbour, "/");
    await expect.poll(() => actions(page)).toContain("authRequired");
    const held = Promise.withResolvers<void>();
    await page.route("**/api/v1/embed/login", async (route) => {
      await held.promise;
      await route.continue();
    });
    expect(await signInBy(page, address, "ana")).toBe("busy");
    held.resolve();
    await sessionOf(page, "customer");
    await page.context().close();
  });
});

async function writtenBy(text: string): Promise<readonly string[]> {
  const radu = await apiAs(product, "radu");
  const { data } = await radu.get<{ data: { messages: readonly Message[] } }>("chat/oferta.10001/1");
  return data.messages.filter(({ message }) => message === text).map(({ customer }) => (customer ? "customer" : "erp"));
}
