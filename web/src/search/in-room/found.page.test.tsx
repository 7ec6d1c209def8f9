import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type MountedPage, mountPage, radu } from "../../testing/mounted.tsx";
import { fill } from "../../testing/page-acts.ts";
import { undoMs } from "../../state/undo/undo-state.ts";
import { typedPauseMs } from "../../state/search/typed-search.ts";

const field = (page: MountedPage) => page.find("textbox", { name: "Ce cauți în discuție" });
const isOpen = (page: MountedPage): boolean => page.screen.queryByRole("search") !== null;
const shown = (): string | null => document.querySelector("article[data-hit=true] p")?.textContent ?? null;

async function openRoom(...texts: readonly string[]): Promise<MountedPage> {
  const page = await mountPage({
    ...{ as: "radu", at: "/view/oferta.10001" },
    before: ({ world }) => {
      for (const text of texts) world.say(radu, 10_001, text);
    },
  });
  await page.composer();
  for (const text of texts) await page.bubble(text);
  return page;
}

async function search(page: MountedPage, words: string): Promise<void> {
  await page.user.keyboard("{Control>}f{/Control}");
  await fill(page, await field(page), words);
  await page.pass(typedPauseMs);
}

test("[FIND-4f] pressed again in the field, Ctrl+F opens the browser's search", async () => {
  const page = await openRoom();
  const isOurs = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "f") resolve(event.defaultPrevented);
    };
    window.addEventListener("keydown", onKey, true);
    await page.user.keyboard("{Control>}f{/Control}");
    window.removeEventListener("keydown", onKey, true);
    return promise;
  };
  document.querySelector<HTMLElement>("[data-scroller]")!.focus();
  expect(await isOurs()).toBe(true);
  expect(document.activeElement).toBe(await field(page));
  expect(await isOurs()).toBe(false);
});

test("[FIND-4f] the room's menu opens the field, by keyboard only", async () => {
  const page = await openRoom();
  (await page.find("button", { name: "Opțiunile discuției" })).focus();
  await page.user.keyboard("{Enter}");
  const item = await page.find("menuitem", { name: "Caută în discuție" });
  for (let n = 0; n < 9 && document.activeElement !== item; n += 1) await page.user.keyboard("{ArrowDown}");
  await page.user.keyboard("{Enter}");
  const opened = await field(page);
  await vi.waitFor(() => expect(document.activeElement).toBe(opened), patient);
  await page.user.keyboard("{Escape}");
  expect(isOpen(page)).toBe(false);
});

test("[FIND-4d] an unmatched search shows its text as understood", async () => {
  const page = await openRoom();
  await search(page, '9Z9 999 "nicăieri aici"');
  await page.screen.findByText("Nimic pentru codul 9z9999, expresia „nicaieri aici”.");
});

test("[FIND-4k] a message deleted while shown is reported, and stepping continues from there", async () => {
  const page = await openRoom("Trombon vechi", "Trombon nou");
  const { user, find, screen } = page;
  await search(page, "trombon");
  await screen.findByText("1 din 2 rezultate");
  await vi.waitFor(() => expect(shown()).toBe("Trombon nou"), patient);
  const bubble = await page.bubble("Trombon nou");
  await user.pointer({ keys: "[MouseRight]", target: bubble.querySelector("[data-bubble]")! });
  await user.click(await find("menuitem", { name: "Șterge mesajul" }));
  await page.pass(undoMs);
  await screen.findByText("Mesajul găsit a fost șters între timp.");
  await user.type(await field(page), "{Enter}");
  await vi.waitFor(() => expect(shown()).toBe("Trombon vechi"), patient);
  expect(screen.queryByText("Mesajul găsit a fost șters între timp.")).toBeNull();
});

test("[FIND-4h] without a network loaded messages are searched, and the server once it is back", async () => {
  const page = await openRoom("Clavecin pe stoc");
  page.server.reach(false);
  await page.connection("lost");
  await search(page, "clavecin");
  await page.screen.findByText("1 din 1 rezultat");
  await page.screen.findByText("Fără conexiune: s-a căutat doar în mesajele încărcate aici.");
  page.server.reach(true);
  await page.connection("online");
  await vi.waitFor(() => expect(page.screen.queryByText(/s-a căutat doar/)).toBeNull(), patient);
  await page.screen.findByText("1 din 1 rezultat");
});

test("[FIND-4e] Esc closes the bar and returns to the message, or to the composer if opened there", async () => {
  const page = await openRoom("Supapa EGR se curăță", "Altceva");
  const { user } = page;
  await user.click(await page.composer());
  await search(page, "supapa egr");
  await vi.waitFor(() => expect(shown()).toBe("Supapa EGR se curăță"), patient);
  await user.keyboard("{Escape}");
  expect([isOpen(page), document.activeElement]).toEqual([false, await page.composer()]);
  document.querySelector<HTMLElement>("[data-scroller]")!.focus();
  await search(page, "supapa egr");
  await vi.waitFor(() => expect(shown()).toBe("Supapa EGR se curăță"), patient);
  await user.keyboard("{Escape}");
  expect([isOpen(page), document.activeElement]).toEqual([false, await page.bubble("se curăță")]);
  expect(document.querySelector("[data-scroller] mark")).toBeNull();
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(await page.composer());
  expect(page.address()).toBe("/view/oferta.10001");
});

test("[FIND-3n] text typed right after the shortcut is searched, and Enter sends nothing", async () => {
  const page = await openRoom();
  await page.user.click(await page.composer());
  await page.user.keyboard("{Control>}f{/Control}oboi{Enter}");
  expect(document.activeElement).toBe(await field(page));
  expect((await field(page)).getAttribute("value")).toBe("oboi");
  await page.pass(typedPauseMs);
  await page.screen.findByText("Nimic pentru cuvântul „oboi”.");
  expect((await page.composer()).textContent).toBe("");
  expect(page.server.calls("publishMessage")).toEqual([]);
});

test("[FIND-4e] back closes a requested bar, even if a panel was opened over it since, and keeps the conversation", async () => {
  const page = await mountPage({ as: "radu" });
  await page.user.click(await page.row(10_001));
  await page.composer();
  await page.user.keyboard("{Control>}f{/Control}");
  await field(page);
  await page.user.keyboard("{Control>}k{/Control}");
  await page.find("dialog");
  await page.back();
  await vi.waitFor(() => expect(page.screen.queryByRole("dialog")).toBeNull(), patient);
  expect(isOpen(page)).toBe(true);
  await page.back();
  await vi.waitFor(() => expect(isOpen(page)).toBe(false), patient);
  expect(page.screen.queryByRole("textbox", { name: /^Mesaj către/ })).not.toBeNull();
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
});
