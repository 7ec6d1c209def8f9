import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { typedPauseMs } from "../state/search/typed-search.ts";
import { ana, type MountedPage, mountPage, radu } from "../testing/mounted.tsx";
import { fill } from "../testing/page-acts.ts";

const field = (page: MountedPage) => page.find("combobox", { name: /^Caută discuții/ });
const isOpen = (page: MountedPage): boolean =>
  page.screen.queryByRole("combobox", { name: /^Caută discuții/ }) !== null;
const option = (page: MountedPage, name: RegExp) => page.find("option", { name });

async function openPanel(page: MountedPage): Promise<void> {
  await page.user.keyboard("{Control>}k{/Control}");
  await field(page);
}

async function search(page: MountedPage, text: string): Promise<void> {
  await fill(page, await field(page), text);
  await page.pass(typedPauseMs);
}

async function showResults(page: MountedPage, text: string): Promise<void> {
  await openPanel(page);
  await search(page, text);
  await page.user.click(await option(page, /^Toate rezultatele/));
  await page.find("button", { name: /^Schimbă căutarea/ });
}

test("[FIND-3a][FIND-3b] by keyboard only: the switcher opens over the composer, Enter opens its first room, and Escape restores the focus", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  const { user, screen } = page;
  await user.type(await page.composer(), "Ciornă");
  await openPanel(page);
  await user.keyboard("{Escape}");
  expect(isOpen(page)).toBe(false);
  expect(document.activeElement).toBe(await page.composer());
  await openPanel(page);
  await user.keyboard("an");
  const [first] = await screen.findAllByRole("option");
  expect(first!.getAttribute("aria-selected")).toBe("true");
  expect((await field(page)).getAttribute("aria-activedescendant")).toBe(first!.id);
  await user.keyboard("{ArrowDown}");
  expect(first!.getAttribute("aria-selected")).toBe("false");
  await user.keyboard("{ArrowUp}");
  const number = /\d{5}/.exec(first!.textContent)?.[0];
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(page.address()).toBe(`/view/oferta.${number}`), patient);
  expect(number).not.toBe("10001");
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"), patient);
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/view/oferta.10001"), patient);
});

test("[FIND-3o] Enter opens the named room, even if the server finds more", async () => {
  const page = await mountPage({ as: "radu" });
  await page.row(10_001);
  await openPanel(page);
  await search(page, "10001");
  const [first] = await page.screen.findAllByRole("option");
  expect(first!.getAttribute("aria-selected")).toBe("true");
  await option(page, /^Toate rezultatele/);
  await page.user.keyboard("{Enter}");
  await page.composer();
  expect(page.address()).toBe("/view/oferta.10001");
});

test("[FIND-3o] arrow down and Enter open the only match, and arrow up from there all results", async () => {
  const page = await mountPage({ as: "radu" });
  page.server.world.say(ana, 10_001, "ambreiaj nou");
  await page.row(10_001);
  await openPanel(page);
  await search(page, "ambreiaj");
  const found = await option(page, /ambreiaj nou/);
  await page.user.keyboard("{ArrowDown}");
  expect(found.getAttribute("aria-selected")).toBe("true");
  await page.user.keyboard("{ArrowUp}");
  expect((await option(page, /^Toate rezultatele/)).getAttribute("aria-selected")).toBe("true");
  await page.user.keyboard("{ArrowDown}{Enter}");
  await page.composer();
  expect(page.address()).toContain("/view/oferta.10001");
});

test("[FIND-3f] closing the results returns to the conversation open before", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  await page.composer();
  await showResults(page, "discurile");
  expect(page.screen.queryByRole("textbox", { name: /^Mesaj către/ })).toBeNull();
  await page.user.click((await page.screen.findAllByRole("button", { name: "Închide căutarea" })).at(-1)!);
  await page.composer();
  expect(page.address()).toBe("/view/oferta.10001");
  await page.row(10_001);
});

test("[FIND-3c] an earlier key's call is cancelled, and its results never show", async () => {
  const page = await mountPage({ as: "radu" });
  page.server.world.say(ana, 10_001, "ambreiaj vechi");
  page.server.world.say(ana, 10_002, "ambreiaj nou");
  const release = page.server.hold("searchChats");
  await openPanel(page);
  await fill(page, await field(page), "ambreiaj");
  await page.pass(typedPauseMs - 1);
  expect(page.server.calls("searchChats")).toEqual([]);
  await page.pass(1);
  await search(page, "ambreiaj nou");
  const asked = page.server.calls("searchChats").map(({ body, isGivenUp }) => [body.search, isGivenUp()]);
  expect(asked).toEqual([
    ["ambreiaj", true],
    ["ambreiaj nou", false],
  ]);
  release();
  await option(page, /ambreiaj nou/);
  expect(page.screen.queryByRole("option", { name: /ambreiaj vechi/ })).toBeNull();
});

test("[FIND-3d] without a connection loaded rooms are found at once, and the rest once it is back", async () => {
  const page = await mountPage({ as: "radu" });
  page.server.world.say(ana, 10_001, "Ana întreabă de ambreiaj");
  await page.row(10_001);
  page.server.reach(false);
  await page.connection("lost");
  await openPanel(page);
  await search(page, "ana");
  await page.screen.findAllByRole("option", { name: /Ana Popescu/ });
  await page.screen.findByText("Fără conexiune: găsești doar discuțiile din listă. Restul vine singur.");
  page.server.reach(true);
  await page.connection("online");
  await page.find("group", { name: "Găsite în toate discuțiile" });
});

test("[FIND-3e] recent searches are listed, can be deleted one by one, and leave the device when the person does", async () => {
  const page = await mountPage({ as: "radu" });
  const { user, find, screen } = page;
  await page.row(10_001);
  for (const text of ["ambreiaj", "plăcuțe"]) {
    await showResults(page, text);
    await user.keyboard("{Escape}");
    await page.row(10_001);
  }
  await openPanel(page);
  const recent = () => screen.getAllByRole("group", { name: "Căutări recente" })[0]!;
  const listed = () => [...recent().querySelectorAll("[role=option]")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(listed()).toEqual(["plăcuțe", "ambreiaj"]), patient);
  await user.click(await find("button", { name: "Scoate căutarea „plăcuțe” din listă" }));
  await vi.waitFor(() => expect(listed()).toEqual(["ambreiaj"]), patient);
  await user.keyboard("{Escape}");
  const stored = () => Object.keys(localStorage).filter((key) => key.startsWith("cuplaj.searches"));
  expect(stored()).toHaveLength(1);
  await user.click(await find("button", { name: /^Contul tău/ }));
  await user.click(await find("menuitem", { name: "Ieșire din cont" }));
  await screen.findByLabelText("Utilizator");
  expect(stored()).toEqual([]);
});

test("[FIND-3h] an unmatched search shows how it was understood", async () => {
  const page = await mountPage({ as: "radu" });
  await page.row(10_001);
  await showResults(page, 'zgârietură 9Z9 999-888 "fără rost aici"');
  await page.screen.findByText("Nu am găsit nimic");
  const understood = (await page.screen.findByText("cuvântul „zgarietura”")).closest("ul")!;
  expect([...understood.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    "cuvântul „zgarietura”",
    "codul 9z9999888",
    "expresia „fara rost aici”",
  ]);
});

test("[FIND-3j] filters restrict to messages and can be removed", async () => {
  const page = await mountPage({ as: "radu" });
  const { user, find, server } = page;
  server.world.say(ana, 10_001, "Trimit poza cu xenonul rar");
  server.world.say(radu, 10_001, "Xenonul acesta nu este rar");
  await page.row(10_001);
  await showResults(page, "xenonul");
  // Queries the results only: the room list stays mounted, hidden by CSS.
  const hits = () => [...document.querySelectorAll("a[data-found^=hit]")].map(({ textContent }) => textContent);
  const awaitHits = (...texts: readonly string[]) =>
    vi.waitFor(() => expect(hits()).toEqual(texts.map((text) => expect.stringContaining(text))), patient);
  await awaitHits("Xenonul acesta nu este rar", "Trimit poza cu xenonul rar");
  await user.click(await find("button", { name: "Cu fișier" }));
  await page.screen.findByText("Nu am găsit nimic");
  await user.click(await find("button", { name: "Renunță la filtrul „Cu fișier”" }));
  await awaitHits("Xenonul acesta nu este rar", "Trimit poza cu xenonul rar");
  await user.click(await find("button", { name: "De la" }));
  await user.type(await find("searchbox", { name: "Caută un nume" }), "ana pop");
  await user.click(await find("button", { name: /^Ana Popescu/ }));
  await find("button", { name: "Renunță la filtrul „De la Ana Popescu”" });
  await awaitHits("Trimit poza cu xenonul rar");
  expect(server.calls("searchChats").at(-1)?.body).toMatchObject({ author: { id: ana.id, type: "customer" } });
});
