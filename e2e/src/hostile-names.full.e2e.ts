import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { offerTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, callerBy, type Caller } from "./api-as.ts";
import { freshProfile } from "./browser.ts";
import { brokenOut, expectHarmless, packed, payloads, watch } from "./hostile-payloads.ts";
import { bubbles, composer, messageList, openRoom, roomList, signedIn } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { field, openPanel, option } from "./searching.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off", OFFER_STAFF: "radu" });
const offer = 10_001;
const offers = 40_001;
const tower = { width: 1440, height: 9000 };
/** Names and offer texts share this limit. */
const names = packed(offerTextCharactersMax);
const staff = names.map((_name, index) => `angajat${index}`);
const customers = names.map((_name, index) => `client${index}`);

interface Taken {
  readonly id: number;
  readonly take_over: { readonly message_id: number } | null;
}

describe("hostile names and offers", () => {
  let folder: string;
  let radu: Page;
  let erp: Caller;
  let caught: readonly string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cuplaj-names-"));
    erp = await apiAs(product, "admin");
    radu = await signedIn(browser, product, "radu", { viewport: tower });
    caught = watch([product.address], radu);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function addPeople(kind: "erp" | "customer", usernames: readonly string[]): Promise<string[]> {
    const [people, made] = [join(folder, `${kind}.csv`), join(folder, `${kind}-links.csv`)];
    const rows = usernames.map((username, at) => [username, quoted(names[at] ?? ""), kind].join());
    await writeFile(people, ["username,name,kind", ...rows].join("\n"));
    await runCuplaj(product, ["user", "import", people, "--invitations", made]);
    return [...(await readFile(made, "utf8")).matchAll(/http\S+\/invite#[\w-]+/gu)].map(([link]) => link);
  }

  async function reload(page: Page): Promise<void> {
    await page.reload();
    await composer(page).waitFor();
  }

  test("[SEC-13g] shows a person's name as text at messages, actions and dialogs, also after a reload", async () => {
    const links = await addPeople("erp", staff);
    await openRoom(radu, offer);
    const [ana, own] = await Promise.all([apiAs(product, "ana"), apiAs(product, "radu")]);
    const { chats } = await own.get<{ chats: readonly Taken[] }>(`chat/oferta.${offer}`);
    const { id, take_over } = chats[0] ?? {};
    await own.post(`chat/${id}/action/${take_over?.message_id}/${takeOverAction}/customer`, { state: false });
    const liked = await ana.post<{ message: { id: number } }>(`publish/${id}`, { message: "De apreciat" });
    for (const [at, username] of staff.entries()) {
      const person = await acceptedBy(links[at]);
      await person.post("join", { type: 1, channel: offer });
      await person.post(`publish/${id}`, { message: `Scrie ${username}` });
      const act = (action: number, state: boolean): Promise<unknown> =>
        person.post(`chat/${id}/action/${liked.message.id}/${action}/customer`, { state });
      await act(likeAction, true);
      for (const state of [true, false]) await act(takeOverAction, state);
    }
    await expectHarmless(messageList(radu), names);
    await reload(radu);
    await expectHarmless(messageList(radu), names);
    const dialog = radu.getByRole("dialog");
    await radu.getByRole("button", { name: "Opțiunile discuției" }).click();
    await radu.getByRole("menuitem", { name: "Membrii discuției" }).click();
    await expectHarmless(dialog, names);
    await radu.keyboard.press("Escape");
    await bubbles(radu, "De apreciat").first().click({ button: "right" });
    await radu.getByRole("menuitem", { name: "Cine a apreciat" }).click();
    await expectHarmless(dialog, names);
    await radu.keyboard.press("Escape");
    await own.post(`chat/${id}/action/${liked.message.id}/${takeOverAction}/customer`, { state: true });
    await radu.getByRole("button", { name: "Predă", exact: true }).click();
    await expectHarmless(dialog, names);
    await radu.keyboard.press("Escape");
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows an offer's customer, vehicle and lines as text in list, pane, quiet lines and switcher", async () => {
    await addPeople("customer", customers);
    await openRoom(radu, offer);
    const line = (text: string, at: number) => ({
      ...{ id: at + 1, code: text, brand: text, name: text, qty: 1, unit_price: "10.00", vat_rate: 21, stock: 1 },
      ...{ delivery_days: 1, status: "offered" as const },
    });
    const store = (number: number, version: number, change: object): Promise<unknown> => {
      const text = names[number - offers] ?? "";
      const vehicle = { make: text, model: text, year: 2014, engine: text, vin: text, plate: text };
      const customer = { username: `client${number - offers}` };
      const valid_until = new Date(nowMs() + 7 * 86_400_000).toISOString();
      const rest = { currency: "RON", lines: [line(text, 0)], valid_until, status: "sent" };
      return erp.put(`erp/offers/${number}`, { version, customer, vehicle, ...rest, ...change });
    };
    for (const [at] of names.entries()) await store(offers + at, 1, {});
    await expectHarmless(roomList(radu), names);
    let lines = payloads.map(line);
    await store(offers, 2, { lines });
    await radu.goto(`${product.address}/view/oferta.${offers}`);
    await expectHarmless(radu.getByRole("region", { name: "Ofertă" }), [...payloads, names[0] ?? ""]);
    const { chat } = await erp.post<{ chat: { id: number } }>("join", { type: 1, channel: offers });
    for (const at of lines.keys()) {
      lines = lines.map((each, index) => (index === at ? { ...each, unit_price: "12.00" } : each));
      await store(offers, at + 3, { lines });
      await erp.post(`publish/${chat.id}`, { message: `Preț nou la poziția ${at}` });
    }
    const quiet = payloads.map((payload) => `Preț nou la ${payload}: 10,00`);
    await expectHarmless(messageList(radu), quiet);
    await reload(radu);
    await expectHarmless(messageList(radu), quiet);
    await expectHarmless(roomList(radu), names);
    await openPanel(radu);
    await field(radu).fill("rupt");
    await option(radu, /rupt/).first().waitFor();
    expect(await brokenOut(radu)).toEqual([]);
    await radu.keyboard.press("Escape");
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows one's own name and devices as text, also to people who were just invited", async () => {
    for (const payload of payloads) {
      // Headers may contain only ASCII.
      const headers = {
        "Content-Type": "application/json",
        "User-Agent": payload.replaceAll(/[^\u0020-\u007e]/gu, "?"),
      };
      const body = JSON.stringify({ username: "mihai", password: "demo" });
      expect((await fetch(`${product.address}/api/v1/login`, { method: "POST", headers, body })).status).toBe(200);
    }
    const [name = ""] = names;
    await runCuplaj(product, ["user", "rename", "--username", "mihai", "--name", name]);
    const page = await (await freshProfile(browser)).newPage();
    const link = await runCuplaj(product, ["user", "invite", "client1"]);
    const seen = watch([link], page);
    await page.goto(link);
    await page.getByLabel("Parola nouă").fill(payloads[0]);
    await page.getByRole("button", { name: "Intră în cont" }).click();
    await expectHarmless(page.locator("body"), [names[1] ?? ""]);
    await page.context().close();
    const mihai = await signedIn(browser, product, "mihai");
    const after = watch([product.address], mihai);
    await mihai.getByRole("button", { name: /^Contul tău,/ }).click();
    await mihai.getByRole("menuitem", { name: "Contul tău" }).click();
    await mihai.getByText("acest dispozitiv").waitFor();
    await expectHarmless(mihai.locator("body"), [name]);
    await mihai.context().close();
    expect([caught, seen, after]).toEqual([[], [], []]);
  });
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function acceptedBy(link = ""): Promise<Caller> {
  const body = JSON.stringify({ invitation: link.split("#").at(-1), password: "o parolă aleasă" });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${product.address}/api/v1/invitation`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  const { token } = (await answer.json()) as { readonly token: string };
  return callerBy(product, token);
}
