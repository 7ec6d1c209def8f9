import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshProfile, startBrowser } from "./browser.ts";
import { field, framed, list } from "./framed-page.ts";
import { freePort } from "./free-port.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let demo: ChildProcess;
let browser: Browser;
let ports: readonly [product: number, shop: number];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cuplaj-embed-demo-"));
  ports = [await freePort(), await freePort()];
  demo = spawn(process.execPath, ["tooling/embed-demo.mjs"], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: folder, PORT: `${ports[0]}`, SHOP_PORT: `${ports[1]}` },
    stdio: "ignore",
  });
  browser = await startBrowser();
  for (const url of [`http://localhost:${ports[1]}/`, `http://127.0.0.1:${ports[0]}/`])
    await vi.waitFor(() => fetch(url), patient);
});
afterAll(async () => {
  const ended = new Promise((resolve) => demo.once("exit", resolve));
  if (demo.exitCode === null) demo.kill("SIGTERM");
  await Promise.all([browser.close(), ended]);
  await rm(folder, { recursive: true, force: true });
});

test("[EMB-8] the demo shop frames Cuplaj and signs in the chosen customer", async () => {
  const page = await (await freshProfile(browser)).newPage();
  await page.goto(`http://localhost:${ports[1]}/`);
  await framed(page).getByLabel("Utilizator").waitFor();
  await page.getByLabel("Client").selectOption("ana");
  await page.getByRole("button", { name: "Intră" }).click();
  await list(page).getByRole("link").first().waitFor();
  await page.getByRole("button", { name: "Oferta 10001" }).click();
  await field(page).waitFor();
  await page.getByRole("button", { name: "Kit ambreiaj" }).click();
  await expect.poll(() => field(page).inputValue()).toContain("03L 141 015");
  await page.getByText(/^roomOpened .*10001/u).waitFor();
  await page.getByLabel("Client").selectOption("mihai");
  await page.getByRole("button", { name: "Intră" }).click();
  await list(page).getByRole("link", { name: /10005/u }).waitFor();
  expect(await list(page).getByRole("link", { name: /10001/u }).count()).toBe(0);
  await page.getByLabel("Client").selectOption("");
  await page.getByRole("button", { name: "Intră" }).click();
  await framed(page).getByLabel("Utilizator").waitFor();
});
