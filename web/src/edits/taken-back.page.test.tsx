import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { ana, mountPage, type MountedPage, refuse } from "../testing/mounted.tsx";
import { fill, say, storedIn, write, written } from "../testing/page-acts.ts";

const at = "/view/oferta.10001";

async function sayStored(page: MountedPage, text: string): Promise<HTMLElement> {
  await say(page, text);
  await expect.poll(async () => (await page.bubble(text)).dataset["seq"]).toBeDefined();
  return page.bubble(text);
}

async function act({ user, find }: MountedPage, message: HTMLElement, name: string): Promise<void> {
  fireEvent.contextMenu(message.querySelector("[data-bubble]")!, { button: 2 });
  await user.click(await find("menuitem", { name }));
}

test("[EDIT-3] a refused edit shows at its message with the text, which can return to the composer", async () => {
  const page = await mountPage({ at });
  const { user, server, find, bubble } = page;
  await sayStored(page, "Prețul e 100");
  server.answer("editMessage", refuse("not_found"), 1);
  await user.keyboard("{ArrowUp}");
  await expect.poll(() => written(page)).toBe("Prețul e 100");
  await fill(page, await page.composer(), "Prețul e 120");
  await user.keyboard("{Enter}");
  const alert = await find("alert");
  expect((await bubble("Prețul e 100")).contains(alert)).toBe(true);
  expect(alert.textContent).toMatch(/Prețul e 120.*serverul nu știe încă/);
  await user.click(await find("button", { name: "Modifică din nou" }));
  await expect.poll(() => written(page)).toBe("Prețul e 120");
  await user.keyboard("{Enter}");
  await expect.poll(async () => (await bubble("Prețul e 120")).textContent).toMatch(/modificat/);
  expect(storedIn(page, 10_001)).toBe("Prețul e 120");
});

test("[EDIT-4] with audit.view people see a message's earlier texts; others make no call", async () => {
  const edited = "2023-11-14T21:00:00.000Z";
  for (const isAuditor of [true, false]) {
    const page = await mountPage({
      at,
      as: "radu",
      before: ({ world }) => {
        if (isAuditor)
          world.user = {
            ...world.user,
            roles: [{ name: "Auditor", permissions: [...world.user.roles[0]!.permissions, "audit.view"] }],
          };
        world.say(ana, 10_001, "Prețul e 120", { edited_at: edited });
      },
    });
    page.server.answer("listEdits", {
      edits: [{ message: "Prețul e 100", replaced_at: edited }],
      page: 1,
      total: 1,
    });
    const message = await page.bubble("Prețul e 120");
    if (isAuditor) {
      await act(page, message, "Versiuni anterioare");
      expect((await page.find("dialog", { name: "Versiuni anterioare" })).textContent).toContain("Prețul e 100");
    } else {
      fireEvent.contextMenu(message.querySelector("[data-bubble]")!, { button: 2 });
      await page.find("menuitem", { name: "Copiază linkul" });
      expect(page.screen.queryByRole("menuitem", { name: "Versiuni anterioare" })).toBeNull();
    }
  }
});

test("[DEL-1] a deletion can be undone in place, by button or Ctrl+Z, for 5 s", async () => {
  const page = await mountPage({ at });
  const { user, server, find, bubbles, pass, screen } = page;
  const message = await sayStored(page, "Parola wifi e cheie-secreta");
  const folded = () => screen.queryByText(/^Șters\./);
  for (const undo of ["button", "key"] as const) {
    await act(page, message, "Șterge mesajul");
    expect(folded()).not.toBeNull();
    await pass(4999);
    if (undo === "button") await user.click(await find("button", { name: "Anulează" }));
    else await user.keyboard("{Control>}z{/Control}");
    expect(folded()).toBeNull();
    await pass(60_000);
    expect(bubbles("cheie-secreta")).toHaveLength(1);
  }
  expect(server.calls("deleteMessage")).toHaveLength(0);
  await act(page, message, "Șterge mesajul");
  await pass(4999);
  expect(server.calls("deleteMessage")).toHaveLength(0);
  await pass(1);
  await expect.poll(() => server.calls("deleteMessage")).toHaveLength(1);
  expect(bubbles("cheie-secreta")).toHaveLength(0);
  expect((await page.bubble("Mesaj șters")).dataset["seq"]).toBe(message.dataset["seq"]);
});

test("[EDIT-4] Escape restores the earlier draft and saves nothing", async () => {
  const page = await mountPage({ at });
  const message = await sayStored(page, "Seria e WVWZZZ1KZ");
  await write(page, "ciornă");
  await act(page, message, "Modifică");
  await expect.poll(() => written(page)).toBe("Seria e WVWZZZ1KZ");
  await fill(page, await page.composer(), "altceva");
  await page.user.keyboard("{Escape}");
  expect(await written(page)).toBe("ciornă");
  expect(page.server.calls("editMessage")).toHaveLength(0);
});
