import { patienceMs, patient } from "@cuplaj/protocol/testing/test-clock.ts";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../free-port.ts";
import { type Engine, type Size } from "./engine.ts";
import { type ProcessGroup, readAnnounced, startGroup } from "./process-group.ts";

const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
const browser = `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Without padding, MiniBrowser's toolbar can be as narrow as a phone. */
const narrowToolBar = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }";

/** Sends a WebDriver command within the session. Returns its value. */
type Command = <Value>(method: "GET" | "POST", path: string, body?: object) => Promise<Value>;

const downloadsIn = (home: string): string => join(home, "Downloads");

/** Starts Debian's WebKitGTK on a virtual screen, driven by its WebDriver. */
export async function startWebkit(): Promise<Engine> {
  const groups: ProcessGroup[] = [];
  const close = async (): Promise<void> => {
    for (const group of groups.toReversed()) await group.end();
  };
  try {
    const screen = startGroup("Xvfb", () => ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]);
    groups.push(screen);
    const display = `:${await readAnnounced(screen, 3, /(\d+)\n/)}`;
    const port = await freePort();
    const driver = startGroup("WebKitWebDriver", (home) => driverArgs(home, port), {
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      NO_AT_BRIDGE: "1",
    });
    groups.push(driver);
    const downloads = downloadsIn(driver.home);
    return { ...drive(await openSession(`http://127.0.0.1:${port}`)), downloads, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function drive(command: Command): Omit<Engine, "close" | "downloads"> {
  const call: Engine["call"] = (source, args) =>
    command("POST", "execute/sync", {
      script: `return JSON.stringify((${source})(...JSON.parse(arguments[0])) ?? null);`,
      args: [args],
    });
  const pageSize = async (): Promise<Size> =>
    JSON.parse(await call("() => ({ width: innerWidth, height: innerHeight })", "[]")) as Size;
  return {
    open: (url) => command("POST", "url", { url }),
    resize: async (size) => {
      // The window includes a toolbar, and resizes after a delay.
      const turn = async (): Promise<void> => {
        const [window, page] = [await command<Size>("GET", "window/rect"), await pageSize()];
        const height = window.height + size.height - page.height;
        if (page.height !== size.height || page.width !== size.width)
          await command("POST", "window/rect", { width: size.width, height });
        assert.deepEqual(page, size);
      };
      await vi.waitFor(turn, { ...patient, interval: 200 });
    },
    call,
    perform: (input) => command("POST", "actions", { actions: [input] }),
  };
}

async function openSession(driver: string): Promise<Command> {
  await vi.waitFor(() => send(`${driver}/status`, "GET"), patient);
  const { sessionId } = await send<{ sessionId: string }>(`${driver}/session`, "POST", {
    capabilities: {
      alwaysMatch: {
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
      },
    },
  });
  return (method, path, body) => send(`${driver}/session/${sessionId}/${path}`, method, body);
}

async function send<Value>(url: string, method: string, body?: object): Promise<Value> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  // The caller names the value type, which the standard defines.
  return value as Value;
}

function driverArgs(home: string, port: number): readonly string[] {
  mkdirSync(join(home, ".config/gtk-3.0"), { recursive: true });
  writeFileSync(join(home, ".config/gtk-3.0/gtk.css"), narrowToolBar);
  mkdirSync(downloadsIn(home));
  writeFileSync(join(home, ".config/user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloadsIn(home)}"\n`);
  return ["--host=127.0.0.1", `--port=${port}`];
}
