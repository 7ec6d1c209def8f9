import { expect, test } from "vitest";
import { mountPage } from "../../testing/mounted.tsx";

test("[ATT-3] the composer's text belongs to the first file, and every other file has its own field", async () => {
  const page = await mountPage({ as: "ana", at: "/view/oferta.10001" });
  const field = await page.composer();
  const choose = document.querySelector<HTMLInputElement>("input[type=file]");
  const fileOf = (name: string): File => new File([name], name, { type: "text/plain" });
  await page.user.upload(choose!, [fileOf("a.txt")]);
  await page.find("button", { name: "Scoate a.txt" });
  expect(field.getAttribute("placeholder")).toBe("Adaugă un text…");
  await page.user.upload(choose!, [fileOf("b.txt")]);
  await page.find("textbox", { name: "Text pentru b.txt" });
  expect(field.getAttribute("placeholder")).toBe("Text pentru primul fișier…");
  expect(page.screen.queryByRole("textbox", { name: "Text pentru a.txt" })).toBeNull();
});
