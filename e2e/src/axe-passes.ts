import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { openRoom, startAgain } from "./people.ts";

type Theme = "light" | "dark";

export async function passSignIn(page: Page, address: string, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.goto(`${address}/login`);
  await page.getByLabel("Utilizator").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Intră în cont" }).click();
  await page.getByText("Scrie parola.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
}

export async function passDesk(page: Page, address: string, colorScheme: Theme): Promise<void> {
  await startAgain(page, { colorScheme });
  expect(await axeFindings(page)).toEqual([]);
  await openRoom(page, 10_003);
  await page.getByRole("region", { name: "Ofertă", exact: true }).getByText("Total de plată").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: /^Contul tău,/ }).click();
  await page.getByRole("menu").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${address}/nimic`);
  await page.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
}

export async function passPhone(page: Page, colorScheme: Theme): Promise<void> {
  await startAgain(page, { colorScheme, viewport: sizes.phone });
  expect(await axeFindings(page)).toEqual([]);
  await openRoom(page, 10_001);
  expect(await axeFindings(page)).toEqual([]);
}
