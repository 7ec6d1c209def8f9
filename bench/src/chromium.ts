import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const browsers = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"];

export const chromiumArgs: readonly string[] = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

export function launchChromium(): Promise<Browser> {
  const executablePath = browsers.find((path) => path !== undefined && path !== "" && existsSync(path));
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: [...chromiumArgs] });
}
