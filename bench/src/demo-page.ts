import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { startCuplaj } from "./subjects/cuplaj.ts";

const waitMs = 20_000;

export interface DemoPage {
  readonly port: number;
  readonly page: Page;
  readonly session: CDPSession;
  readonly stop: () => Promise<void>;
}

interface Visitor {
  readonly username: string;
  readonly isStaff: boolean;
  /** Runs in the page before the page's scripts. */
  readonly noteTimes: () => void;
}

/** Builds a tree's web app, starts its server with demo data and waits for the room list. */
export async function openDemoPage(tree: string, visitor: Visitor): Promise<DemoPage> {
  build(tree);
  const subject = await startCuplaj(tree, { DEMO: "1" });
  let browser: Browser | null = null;
  const stop = async (): Promise<void> => {
    await browser?.close();
    await subject.stop();
  };
  try {
    browser = await launchChromium();
    const page = await signIn(browser, `http://127.0.0.1:${subject.port}`, visitor);
    return { port: subject.port, page, session: await page.context().newCDPSession(page), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function build(tree: string): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/iu.test(name)));
  const npm = (...words: string[]) =>
    execFileSync("npm", words, { cwd: tree, env, stdio: ["ignore", "ignore", "inherit"] });
  // A checkout has only production packages.
  if (!existsSync(join(tree, "node_modules/vite"))) npm("ci");
  npm("run", "build");
}

async function signIn(browser: Browser, address: string, { username, isStaff, noteTimes }: Visitor): Promise<Page> {
  const page = await browser.newPage({ locale: "ro-RO", viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(waitMs);
  await page.addInitScript(noteTimes);
  await page.goto(`${address}/login${isStaff ? "?erp=1" : ""}`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill("demo");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").getByRole("link").first().waitFor();
  return page;
}
