import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Answer, openLivePage, presence } from "./live-page.ts";

const program = fileURLToPath(new URL("../../../server/src/testing/realtime/serve-live.ts", import.meta.url));

/** The product's own realtime server, in a child process. */
export interface RealServer {
  readonly port: number;
  readonly ask: (deed: string, ...args: readonly unknown[]) => Promise<unknown>;
}

export async function startRealServer(limits: Readonly<Record<string, unknown>> = {}): Promise<RealServer> {
  const child = spawn(process.execPath, [program, JSON.stringify(limits)], { stdio: "pipe" });
  // Pipes the output, since a child that inherited the worker's streams would keep Vitest waiting.
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? "null");
  return {
    port: Number(await nextLine()),
    ask: async (...deed) => {
      child.stdin.write(`${JSON.stringify(deed)}\n`);
      return nextLine();
    },
  };
}

/** Signs channels as the product does (LIVE-2), except for refused ones. */
function signAs(id: number, name: string, refused: readonly string[] = []): Answer {
  return (names, socketId) => {
    const user_info = { id, name, customer: false, erp: true, agent: false };
    const channel_data = JSON.stringify({ user_id: String(id), user_info, session: `session-${id}` });
    const signed = names.map((channel) => {
      const signature = createHmac("sha256", "app-secret")
        .update(`${socketId}:${channel}:${channel_data}`)
        .digest("hex");
      return [channel, refused.includes(channel) ? null : { auth: `app-key:${signature}`, channel_data }] as const;
    });
    return { ok: true, value: { channels: Object.fromEntries(signed) } };
  };
}

export async function joinedPage({ port }: RealServer, id: number, name: string, refused: readonly string[] = []) {
  const page = openLivePage({ port, answer: signAs(id, name, refused) });
  page.live.connect(id);
  page.live.watch([presence]);
  await page.until(() => page.happened("presence/here") > 0 || refused.includes(presence));
  return page;
}
