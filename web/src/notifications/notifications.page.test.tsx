import { within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type BrowserSetup, haveNotifications } from "../testing/fake-notifications.ts";
import { type MountedPage, mountPage, refuse } from "../testing/mounted.tsx";
import { fill } from "../testing/page-acts.ts";
import { publicSettings } from "../testing/public-settings.ts";
import type { Refusal } from "../testing/scripted-call.ts";
import type { ScriptedServer } from "../testing/scripted-server.ts";

async function openNotifications(page: MountedPage): Promise<HTMLElement> {
  await page.user.click(await page.find("button", { name: "Notificări" }));
  return page.find("dialog", { name: "Notificări" });
}

const pushing = (server: ScriptedServer): void =>
  server.answer("settings", { ...publicSettings, vapid_public_key: "AQAB" });

afterEach(() => void vi.restoreAllMocks());

describe("permission", () => {
  test("[NOTE-1] the page never asks unprompted, and explains how to turn notifications on", async () => {
    const browser = haveNotifications({ permission: "default" });
    const page = await mountPage({ at: "/view/oferta.10001" });
    await page.composer();
    const dialog = await openNotifications(page);
    await within(dialog).findByText("Notificările nu sunt pornite.");
    expect(browser.asked()).toBe(0);
    await page.user.click(within(dialog).getByRole("button", { name: "Pornește notificările" }));
    expect(browser.asked()).toBe(1);
  });

  test("[NOTE-1] a browser that blocks notifications gets instructions", async () => {
    haveNotifications({ permission: "denied" });
    const dialog = await openNotifications(await mountPage());
    await within(dialog).findByText(/alege „Permite”/);
    expect(within(dialog).queryByRole("button", { name: "Pornește notificările" })).toBeNull();
  });

  test("[NOTE-1] a browser without notifications is told that, and an iPhone gets instructions", async () => {
    const page = await mountPage();
    const desk = await openNotifications(page);
    await within(desk).findByText("Browserul nu poate arăta notificări pe pagina aceasta.");
    const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    const phone = await openNotifications(await page.reload());
    await within(phone).findByText("Alege „Adăugați la ecranul principal”.");
    expect(within(phone).getAllByRole("listitem")).toHaveLength(3);
  });

  test("[NOTE-1d][NOTE-1] the focus starts on the available action, and stays with it while toggling", async () => {
    haveNotifications();
    const page = await mountPage();
    const dialog = await openNotifications(page);
    const awaitFocus = (name: string) =>
      vi.waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole("button", { name })), patient);
    await awaitFocus("Pornește notificările");
    await page.user.keyboard("{Enter}");
    await awaitFocus("Trimite una de probă");
    expect(localStorage.getItem("notifications")).toBe("true");
    await page.user.click(within(dialog).getByRole("button", { name: "Oprește notificările" }));
    await awaitFocus("Pornește notificările");
    expect(localStorage.getItem("notifications")).toBe("false");
  });
});

describe("alerts", () => {
  const subscription = { endpoint: "https://push.test/1", expirationTime: null, keys: { p256dh: "p", auth: "a" } };
  const subscribe = () => Promise.resolve({ toJSON: () => subscription });
  const failures: Readonly<Record<string, BrowserSetup & { readonly answer?: Refusal | "timeout" }>> = {
    "initPush reject1": { permission: "default", ask: () => Promise.resolve("default") },
    "initPush reject2": { permission: "default", ask: () => Promise.reject(new Error("no prompt")) },
    "subscribeToWebPush response error": { subscribe, answer: refuse("invalid") },
    "subscribeToWebPush subscribePush error": { subscribe, answer: "timeout" },
    "subscribeToWebPush error: Registration failed": {
      subscribe: () => Promise.reject(new Error("Registration failed - no service")),
    },
  };

  test.each(Object.entries(failures))("[NOTE-1b][NOTE-1f] %s", async (alert, { answer, ...given }) => {
    vi.spyOn(console, "warn").mockReturnValue();
    haveNotifications(given);
    const page = await mountPage({ before: pushing });
    if (answer) page.server.answer("subscribePush", answer);
    const dialog = await openNotifications(page);
    await page.user.click(within(dialog).getByRole("button", { name: "Pornește notificările" }));
    const said = await page.find("alert");
    expect(said.textContent).toMatch(/^(Browserul|Serverul|Serviciul) .*\.\s*Detalii/u);
    expect(said.querySelector("details")?.textContent).toContain(alert);
    const blamed = given.subscribe === subscribe ? "serverul" : "browserul";
    if (alert.startsWith("subscribe"))
      await within(dialog).findByText(new RegExp(`^Vin doar cât timp pagina e deschisă: ${blamed} `, "u"));
  });
});

test("[NOTE-2][NOTE-2c] content and quiet hours of notifications can be chosen by keyboard, and other devices follow", async () => {
  const page = await mountPage();
  const { user, server, find } = page;
  const dialog = await openNotifications(page);
  const radio = (name: string) => find("radio", { name });
  (await radio("Cine și ce")).focus();
  await user.keyboard("{ArrowRight}");
  await vi.waitFor(() => expect(server.world.user.notifications?.privacy).toBe("who"), patient);
  expect(await radio("Doar cine")).toHaveProperty("checked", true);
  const quiet = await find("radiogroup", { name: "Ore de liniște" });
  await user.click(within(quiet).getByText("Pornit"));
  await within(dialog).findByText(/^După ora din /);
  const from = within(dialog).getByLabelText<HTMLInputElement>("De la");
  await fill(page, from, "20:15");
  await user.click(within(dialog).getByRole("button", { name: "Salvează orele" }));
  await within(dialog).findByText("Orele sunt salvate.");
  expect(document.activeElement).toBe(from);
  expect(server.world.user.notifications?.quiet).toMatchObject({ from: "20:15", to: "07:00" });
  const { world } = server;
  const quietThere = { from: "22:30", to: "06:00", time_zone: "Europe/Paris" };
  const notifications = { privacy: "nothing", quiet: quietThere } as const;
  world.user = { ...world.user, notifications, version: world.user.version + 1 };
  await page.live("MeUpdated", { user: world.user });
  await within(dialog).findByText("După ora din Europe/Paris.");
  expect(await radio("Doar oferta")).toHaveProperty("checked", true);
  expect(from.value).toBe("22:30");
});
