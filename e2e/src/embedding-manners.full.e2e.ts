import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, storedProfile } from "./browser.ts";
import type { HostSite } from "./host-site.ts";
import { startHostStage } from "./host-stage.ts";
import { actions, ask, field, framed, frameOf, list, type Reported, reportedTo, visit } from "./framed-page.ts";

const { product, browser, hosts } = await startHostStage(
  { shop: "localhost", neighbour: "127.0.0.1", branch: "nord.localhost" },
  (name, origin) => (name === "branch" ? origin.replace("nord", "*") : origin),
);
const { shop, neighbour, branch } = hosts;

const reported = async (page: Page, wanted: string): Promise<readonly Reported[]> =>
  (await reportedTo(page)).filter(({ action }) => action === wanted);

describe("notifications", () => {
  const countAsking = (): void => {
    Notification.requestPermission = () => {
      document.documentElement.dataset["asked"] = "yes";
      return Promise.resolve("granted");
    };
  };
  const button = (dialog: Locator) => dialog.getByRole("button", { name: "Cere-i paginii să te anunțe" });

  test("[EMB-7][EMB-7a] in a frame ask the host, show its answer and offer a separate window", async () => {
    const profile = await freshProfile(browser);
    await profile.addInitScript(countAsking);
    const page = await profile.newPage();
    await page.goto(`${shop.origin}/ana`);
    await list(page).getByRole("link").first().waitFor();
    await framed(page).getByRole("button", { name: "Notificări", exact: true }).click();
    const dialog = framed(page).getByRole("dialog", { name: "Notificări" });
    await dialog.getByText(/nu poate arăta notificări/u).waitFor();
    expect(await reported(page, "askNotificationAccess")).toEqual([]);
    await button(dialog).click();
    await dialog.getByText("Am cerut paginii din jur să te anunțe.").waitFor();
    await button(dialog).click();
    await expect.poll(async () => (await reported(page, "askNotificationAccess")).length).toBe(2);
    for (const [answer, says] of [
      ["default", "Pagina din jur nu te anunță încă."],
      ["denied", "Browserul nu lasă pagina din jur să te anunțe."],
      ["elsewhere", "Cuplaj s-a deschis în fereastra lui: pornește notificările acolo."],
      ["granted", "Pagina din jur te anunță."],
    ]) {
      expect(await ask(page, `notificationPermission("${answer}")`)).toBe("done");
      await dialog.getByText(says ?? "", { exact: true }).waitFor();
      expect((await axeFindings(page)).filter((finding) => !/<html>|Magazin/u.test(finding))).toEqual([]);
    }
    expect(await button(dialog).count()).toBe(0);
    expect(await frameOf(page).evaluate(() => document.documentElement.dataset["asked"])).toBeUndefined();
    const outside = profile.waitForEvent("page");
    await dialog.getByRole("button", { name: "Deschide în fereastră nouă" }).click();
    expect((await outside).url()).not.toContain("embed");
    await profile.close();
  });
});

describe("settings and events of the host", () => {
  test("[EMB-3b] reports the content's height at first and on change, also above a low frame's", async () => {
    const page = await visit(browser, shop, "/");
    await framed(page).getByLabel("Utilizator").waitFor();
    const heights = async () => (await reported(page, "resize")).map(({ payload }) => Number(payload["height"]));
    const content = () => frameOf(page).evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(async () => (await heights()).at(-1) === (await content())).toBe(true);
    await page.evaluate('document.querySelector("#chat").style.height = "200px"');
    await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(300);
    const wanted = (await heights()).at(-1);
    await page.evaluate(`document.querySelector("#chat").style.height = "${wanted}px"`);
    await expect.poll(() => frameOf(page).evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    expect((await heights()).at(-1)).toBe(wanted);
    await page.context().close();
  });

  test("[EMB-4c] a failed command is also reported as an error event", async () => {
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    expect(await ask(page, "openRoom(987654)")).toBe("not_found");
    await expect
      .poll(async () => (await reported(page, "error")).map(({ payload }) => payload))
      .toEqual([{ code: "not_found" }]);
    await page.context().close();
  });

  test("[EMB-6] a frame hidden by the host keeps messages unread through focus changes, until shown", async () => {
    const page = await visit(browser, shop, "/ana");
    const radu = await apiAs(product, "radu");
    const say = (message: string) => radu.post("publish/oferta.10001", { message });
    await list(page).getByRole("link").first().waitFor();
    await ask(page, "openOffer(10001)");
    await field(page).click();
    expect(await ask(page, "setVisible(false)")).toBe("done");
    const unread = async () => (await reported(page, "messageReceived")).map(({ payload }) => payload["unread_count"]);
    await say("Una.");
    await expect.poll(unread).toEqual([1]);
    await page.locator("#shop").focus();
    await field(page).click();
    await say("Două.");
    await expect.poll(unread).toEqual([1, 2]);
    expect(await ask(page, "setVisible(true)")).toBe("done");
    await expect
      .poll(async () => (await reported(page, "messagesRead")).at(-1)?.payload)
      .toMatchObject({ offer_id: 10_001, unread_total: expect.any(Number) });
    const last = (await reported(page, "messageReceived")).at(-1)?.payload["seq"];
    await expect.poll(async () => (await reported(page, "messagesRead")).at(-1)?.payload["read_seq"]).toBe(last);
    await page.context().close();
  });

  test.each([
    ["of a site that shares storage with its frames once", neighbour, [1]],
    ["of one whose frames the browser may keep apart once or by each, under one id", shop, [1, 2]],
  ] satisfies readonly (readonly [string, HostSite, readonly number[]])[])(
    "[EMB-3][EMB-3b][EMB-3g] reports an accepted line live, with two tabs %s",
    async (_what, site, times) => {
      const page = await visit(browser, site, "/ana");
      await list(page).getByRole("link").first().waitFor();
      const second = await page.context().newPage();
      await second.goto(`${site.origin}/ana`);
      await list(second).getByRole("link").first().waitFor();
      await expect.poll(() => actions(second)).toContain("connection");
      const both = async (wanted: string) => [...(await reported(page, wanted)), ...(await reported(second, wanted))];
      const { line, version } = await acceptFirstLine();
      const one = { offer_id: 10_001, line_id: line, version };
      await expect.poll(async () => (await both("offerAccepted")).map(({ payload }) => payload)).toContainEqual(one);
      const ana = await apiAs(product, "ana");
      // Once a later event has arrived, no earlier one can still be on its way.
      await ana.post("publish/oferta.10001", { message: "Mulțumesc." });
      await expect.poll(async () => times.includes((await both("messageReceived")).length)).toBe(true);
      expect(times).toContain((await both("offerAccepted")).length);
      for (const wanted of ["offerAccepted", "messageReceived"])
        expect(new Set((await both(wanted)).map(({ id }) => id)).size).toBe(1);
      await page.context().close();
    },
  );
});

/** Offers a line again and accepts it as Ana. Returns the line and the new version. */
async function acceptFirstLine(): Promise<{ readonly line: number | undefined; readonly version: number }> {
  const [erp, ana] = await Promise.all([apiAs(product, "admin"), apiAs(product, "ana")]);
  const { oferta } = await erp.get<{ oferta: Offer }>("oferta/10001");
  const version = oferta.version + 1;
  const lines = oferta.lines.map((each) => ({ ...each, status: "offered" }));
  await erp.put("erp/offers/10001", { ...oferta, status: "sent", lines, version });
  const line = lines[0]?.id;
  await ana.post(`oferta/10001/line/${line}/accept`, { version });
  return { line, version: version + 1 };
}

describe("entries of EMBED_ORIGINS", () => {
  test("[EMB-1][EMB-1b][EMB-2d] an origin matched by `*` frames the page, signs in and gets events", async () => {
    const page = await visit(browser, branch, "/ana");
    await list(page).getByRole("link").first().waitFor();
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await expect.poll(() => actions(page)).toContain("roomOpened");
    await page.context().close();
  });
});

test("[EMB-5g] with all cookies and storage blocked by the person, the host signs in and messages are sent", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cuplaj-blocked-"));
  await mkdir(join(folder, "Default"));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, "Default/Preferences"), JSON.stringify(blocked));
  const profile = await storedProfile(folder);
  try {
    const page = await profile.newPage();
    await page.goto(`${shop.origin}/ana`);
    await list(page).getByRole("link").first().waitFor();
    const storage = await frameOf(page).evaluate(() => {
      try {
        return String(localStorage.length);
      } catch (error) {
        return error instanceof Error ? error.name : "";
      }
    });
    expect(storage).toBe("SecurityError");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await field(page).fill("Fără cookie-uri");
    await field(page).press("Enter");
    await expect
      .poll(async () => (await reported(page, "messageReceived")).map(({ payload }) => payload["own"]))
      .toContain(true);
  } finally {
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  }
});
