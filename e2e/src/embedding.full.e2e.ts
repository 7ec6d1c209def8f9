import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { startHostStage } from "./host-stage.ts";
import {
  actions,
  ask,
  field,
  framed,
  frameOf,
  list,
  type Reported,
  reportedTo,
  signInBy,
  visit,
} from "./framed-page.ts";
import { openRoom, say, signedIn } from "./people.ts";

const { product, browser, address, hosts } = await startHostStage({ shop: "localhost", neighbour: "127.0.0.1" });
const { shop, neighbour } = hosts;

describe("a listed host", () => {
  test("[EMB-3f][EMB-6b][EMB-6a] signs the person out and another in, without asking in between", async () => {
    const page = await visit(browser, neighbour, "/");
    await expect.poll(() => actions(page)).toContain("authRequired");
    expect(await signInBy(page, address, "ana")).toBe("done");
    await list(page).getByRole("link").first().waitFor();
    const session = () => frameOf(page).evaluate(() => localStorage.getItem("token"));
    const token = await session();
    expect([await signInBy(page, address, "ana"), await session()]).toEqual(["done", token]);
    expect(await actions(page)).not.toContain("signedOut");
    expect(await ask(page, "signOut()")).toBe("done");
    await expect.poll(() => actions(page)).toContain("signedOut");
    expect(await signInBy(page, address, "nimeni")).toBe("refused");
    expect(await signInBy(page, address, "radu")).toBe("done");
    await list(page).getByRole("link").first().waitFor();
    await page.context().close();
  });

  test("[EMB-3f][EMB-5][EMB-5f] signing in by hand and a session ended by the server stay within the frame", async () => {
    const page = await visit(browser, neighbour, "/");
    await framed(page).getByLabel("Utilizator").fill("ana");
    await framed(page).getByLabel("Parolă").fill("demo");
    await framed(page).getByRole("button", { name: "Intră în cont" }).click();
    await list(page).getByRole("link").first().click();
    await field(page).waitFor();
    expect(frameOf(page).url()).toMatch(/\/view\/oferta\.\d+\?embed=1$/u);
    await page.evaluate("told.length = 0");
    await frameOf(page).evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem("token") ?? ""}`;
      await fetch("/api/v1/logout", { method: "POST", headers: { authorization } });
    });
    await framed(page).getByLabel("Parolă").waitFor();
    expect(new URL(frameOf(page).url()).searchParams.get("embed")).toBe("1");
    await expect.poll(() => actions(page)).toContain("authRequired");
    expect(await actions(page)).not.toContain("signedOut");
    const outside = page.context().waitForEvent("page");
    await framed(page).getByRole("button", { name: "Deschide în fereastră nouă" }).click();
    expect((await outside).url()).not.toContain("embed");
    await page.context().close();
  });

  test("[EMB-5][EMB-5h] embedding code loads only in frames, which register no service worker", async () => {
    const profile = await freshProfile(browser, { serviceWorkers: "allow" });
    const page = await profile.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(`${neighbour.origin}/ana`);
    await list(page).getByRole("link").first().waitFor();
    expect(scripts.filter((path) => path.startsWith("/assets/host-runners"))).toHaveLength(1);
    const registrations = await frameOf(page).evaluate(async () => {
      for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestIdleCallback(resolve));
      return (await navigator.serviceWorker.getRegistrations()).length;
    });
    expect(registrations).toBe(0);
    scripts.length = 0;
    await page.goto(`${address}/?embed=1`);
    await page.getByRole("navigation", { name: "Discuții" }).waitFor();
    expect(scripts.filter((path) => path.startsWith("/assets/host-runners"))).toEqual([]);
    await profile.close();
  });

  test("[EMB-3c] a host without the loader gets version 1 events through its window", async () => {
    const page = await visit(browser, shop, "/plain");
    await framed(page).getByLabel("Utilizator").fill("elena");
    await framed(page).getByLabel("Parolă").fill("demo");
    await framed(page).getByRole("button", { name: "Intră în cont" }).click();
    await list(page).getByRole("link").first().click();
    const received = async () => (await page.evaluate("byWindow")) as readonly (Reported & { from: string })[];
    await expect.poll(async () => (await received()).map(({ action }) => action)).toContain("messagesRead");
    for (const { action, from } of await received()) {
      expect(["messagesRead", "messageReceived"]).toContain(action);
      expect(from).toBe(address);
    }
    await page.context().close();
  });

  test("[EMB-3b][EMB-3g] one of a person's two frames reports events, both report state and their open room", async () => {
    const page = await visit(browser, neighbour, "/ana");
    await list(page).getByRole("link").first().waitFor();
    const second = await page.context().newPage();
    await second.goto(`${neighbour.origin}/ana`);
    await list(second).getByRole("link").first().waitFor();
    await expect.poll(() => actions(second)).toContain("connection");
    const vlad = await signedIn(browser, product, "mia");
    await openRoom(vlad, 10_003);
    await say(vlad, "Încă una.");
    const count = async (one: Page, wanted = "messageReceived"): Promise<number> =>
      (await actions(one)).filter((action) => action === wanted).length;
    const unread = async (one: Page): Promise<unknown> =>
      (await reportedTo(one)).findLast(({ action }) => action === "unreadChanged")?.payload["total"];
    await expect.poll(async () => (await count(page)) + (await count(second))).toBe(1);
    // Either frame may receive it first.
    await expect.poll(async () => (await unread(second)) === (await unread(page))).toBe(true);
    expect((await count(page)) + (await count(second))).toBe(1);
    for (const opening of [page, second]) {
      expect(await ask(opening, "openOffer(10001)")).toBe("done");
      await expect.poll(() => actions(opening)).toContain("messagesRead");
    }
    await page.context().close();
  });
});
