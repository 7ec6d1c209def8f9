import { expect, test } from "vitest";
import { mountPage, type MountedPage, refuse } from "../testing/mounted.tsx";
import { fill, say, storedIn, write, written } from "../testing/page-acts.ts";

const refusal = "Serverul nu primește textul acesta. Modifică-l și trimite-l din nou.";

async function sayRefused(page: MountedPage, text: string): Promise<void> {
  page.server.answer("publishMessage", refuse("invalid"), 1);
  await say(page, text);
  await page.screen.findByText(refusal, { exact: false });
}

test("[SEND-5][SEND-5c] a refused message shows why; it can be edited and sent, and the earlier draft returns", async () => {
  const first = await mountPage({ at: "/view/oferta.10001" });
  await sayRefused(first, "Cod cu semn greșit");
  const page = await first.reload();
  await page.screen.findByText(refusal, { exact: false });
  await write(page, "o ciornă începută");
  await page.user.click(await page.find("button", { name: "Modifică" }));
  await page.screen.findByText(/Ciorna de dinainte te așteaptă\./);
  expect(await written(page)).toBe("Cod cu semn greșit");
  expect(document.activeElement).toBe(await page.composer());
  expect(page.bubbles("semn greșit")).toHaveLength(0);
  const last = await page.reload();
  await last.screen.findByText(/Ciorna de dinainte te așteaptă\./);
  await fill(last, await last.composer(), "Cod cu semn corect");
  await last.user.keyboard("{Enter}");
  await last.bubble("Cod cu semn corect");
  await expect.poll(() => storedIn(last, 10_001)).toBe("Cod cu semn corect");
  expect(await written(last)).toBe("o ciornă începută");
});

test("[SEND-5] a refused message can be sent again, or deleted for good", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await sayRefused(page, "Iar cu semn rău");
  page.server.answer("publishMessage", refuse("invalid"), 1);
  await page.user.click(await page.find("button", { name: "Retrimite" }));
  await expect.poll(() => page.server.calls("publishMessage")).toHaveLength(2);
  await page.screen.findByText(refusal, { exact: false });
  await page.user.click(await page.find("button", { name: "Șterge" }));
  await expect.poll(() => page.bubbles("semn rău")).toHaveLength(0);
  const next = await page.reload();
  await next.bubble("v-am trimis oferta");
  expect(next.bubbles("semn rău")).toHaveLength(0);
  expect(next.server.calls("publishMessage")).toHaveLength(2);
});
