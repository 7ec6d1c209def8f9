import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Engine } from "./engine.ts";
import { readAnnounced, startGroup } from "./process-group.ts";

/** Headless Firefox needs an active window, and a fine pointer that can hover. Its downloads panel would take the focus. */
const preferences = `user_pref("focusmanager.testmode", true);
user_pref("browser.download.alwaysOpenPanel", false);
user_pref("ui.primaryPointerCapabilities", 6);
user_pref("ui.allPointerCapabilities", 6);
`;

/** A preference that blocks cookies and storage in all pages and frames. */
export const blocksStorage = `user_pref("network.cookie.cookieBehavior", 2);
`;

type Command = <Result>(method: string, params: object) => Promise<Result>;

/** Starts Debian's Firefox ESR headless, driven by WebDriver BiDi. */
export async function startFirefox(more = ""): Promise<Engine> {
  const group = startGroup("firefox-esr", (home) => {
    writeFileSync(join(home, "user.js"), preferences + more);
    return ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0", "about:blank"];
  });
  try {
    const address = await readAnnounced(group, 2, /WebDriver BiDi listening on (ws:\S+)/);
    const command = await openSession(`${address}/session`);
    await command("session.new", { capabilities: {} });
    // In headless mode, only a tab that the session itself created has the focus.
    const { context } = await command<{ context: string }>("browsingContext.create", { type: "tab" });
    return { ...drive(command, context), downloads: join(group.home, "Downloads"), close: group.end };
  } catch (error) {
    await group.end();
    throw error;
  }
}

function drive(command: Command, context: string): Omit<Engine, "close" | "downloads"> {
  return {
    open: (url) => command("browsingContext.navigate", { context, url, wait: "complete" }),
    resize: (viewport) => command("browsingContext.setViewport", { context, viewport }),
    call: async (source, args) => {
      const answer = await command<CallAnswer>("script.callFunction", {
        functionDeclaration: `(args) => JSON.stringify((${source})(...JSON.parse(args)) ?? null)`,
        arguments: [{ type: "string", value: args }],
        target: { context },
        awaitPromise: false,
      });
      if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    perform: (input) => command("input.performActions", { context, actions: [input] }),
  };
}

type CallAnswer =
  | { readonly type: "success"; readonly result: { readonly value: string } }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

interface BidiMessage {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

async function openSession(address: string): Promise<Command> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: BidiMessage) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage;
    waiting.get(message.id ?? -1)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`Firefox refused ${address}`)));
  });
  let id = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, ({ type, result, error, message }) => {
        // The caller names the result type, which the standard defines.
        if (type === "success") resolve(result as never);
        else reject(new Error(`${method}: ${String(error)}: ${String(message)}`));
      });
      AbortSignal.timeout(patienceMs).addEventListener("abort", () => reject(new Error(`${method}: no answer`)));
      socket.send(JSON.stringify({ id, method, params }));
    });
}
