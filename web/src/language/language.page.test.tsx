import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type MountedPage, mountPage, radu } from "../testing/mounted.tsx";

async function switchLanguage({ user, find }: MountedPage, language: string): Promise<void> {
  await user.click(await find("button", { name: /^(Contul tău|Your account),/ }));
  await user.click(await find("menuitemradio", { name: language }));
  await user.keyboard("{Escape}");
}

test("[LANG-1] the language switches without a reload, keeps the text being written, is remembered and sent", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await page.user.type(await page.composer(), "ciornă");
  await page.live("ChatMessage", page.server.world.say(radu, 10_002, "Unu"));
  await page.live("ChatMessage", page.server.world.say(radu, 10_002, "Doi"));
  await switchLanguage(page, "English");
  const field = await page.find("textbox", { name: /^Message to/ });
  expect((field as HTMLTextAreaElement).value).toBe("ciornă");
  expect(document.documentElement.lang).toBe("en");
  expect((await page.row(10_002)).textContent).toContain("2 unread messages");
  await vi.waitFor(() => expect(page.server.calls("changeLanguage")).toHaveLength(1), patient);
  const again = await page.reload();
  await again.find("textbox", { name: /^Message to/ });
  expect(document.documentElement.lang).toBe("en");
  expect(again.server.calls("listRooms").at(-1)?.headers["Content-Language"]).toBe("en");
  await switchLanguage(again, "Română");
  await again.find("textbox", { name: /^Mesaj către/ });
  expect(document.documentElement.lang).toBe("ro");
});
