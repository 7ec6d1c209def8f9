import { execFileSync } from "node:child_process";
import type { BenchReport } from "./bench-report.ts";
import { choosePhoto, drawPhoto, openPhotographer } from "./slow-upload/photographer.ts";
import { openSlowLink, type SlowLink } from "./slow-upload/slow-link.ts";
import { startCuplaj, thisTree } from "./subjects/cuplaj.ts";
import { freePort } from "./listening.ts";

const SHARE_MAX = 1.2;
const whole = { bytes: 2_000_000, bitsPerSecond: 64_000, breakEveryMs: 20_000 };
const short = { bytes: 600_000, bitsPerSecond: 256_000, breakEveryMs: 5000 };
const name = "ambreiaj.jpg";

/** ATT-6b: the bytes uploaded for a photo over a slow link that breaks, relative to the photo's size. Takes about five minutes. */
export async function benchSlowUpload(isQuick: boolean): Promise<BenchReport> {
  const way = isQuick ? short : whole;
  execFileSync("npm", ["run", "build"], { cwd: thisTree, stdio: ["ignore", "ignore", "inherit"] });
  const port = await freePort();
  const link = await openSlowLink(port);
  const subject = await startCuplaj(thisTree, {
    DEMO: "1",
    PORT: String(port),
    ALLOWED_ORIGINS: `http://127.0.0.1:${link.port}`,
  });
  try {
    const sent = await sendPhoto(link, { ...way, direct: `http://127.0.0.1:${port}` });
    return reportOf({ ...way, ...sent, upBytes: link.upBytes(), breaks: link.breaks() });
  } finally {
    link.close();
    await subject.stop();
  }
}

type Way = typeof whole & { readonly direct: string };
type Sent = { readonly fileBytes: number; readonly seconds: number };

async function sendPhoto(link: SlowLink, { bytes, bitsPerSecond, breakEveryMs, direct }: Way): Promise<Sent> {
  const { browser, page } = await openPhotographer(`http://127.0.0.1:${link.port}`);
  try {
    const photo = await drawPhoto(page, bytes);
    await choosePhoto(page, name, photo);
    const token = await page.evaluate(() => localStorage.getItem("token"));
    link.slowDown(bitsPerSecond, breakEveryMs);
    const startedAt = performance.now();
    await page.locator("textarea").press("Enter");
    const deadline = startedAt + (bytes / (bitsPerSecond / 8)) * 3000;
    for (;;) {
      const size = await sizeOfSent(direct, token ?? "");
      if (size !== null) return { fileBytes: size, seconds: (performance.now() - startedAt) / 1000 };
      if (performance.now() > deadline) throw new Error(`the photo did not arrive; ${link.upBytes()} bytes went up`);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  } finally {
    await browser.close();
  }
}

/** The size of the photo that was sent; null until a room has it. Asks the server directly, to leave the link free. */
async function sizeOfSent(address: string, token: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}` };
  const list: { chats: { id: number }[] } = JSON.parse(await textOf(`${address}/api/v1/all/1`, headers));
  for (const { id } of list.chats) {
    const { data }: { data: { messages: { messages_file: { name: string; size: number } | null }[] } } = JSON.parse(
      await textOf(`${address}/api/v1/chat/${id}/1`, headers),
    );
    const found = data.messages.find(({ messages_file: file }) => file?.name === name);
    if (found?.messages_file) return found.messages_file.size;
  }
  return null;
}

async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  return await (await fetch(url, { headers })).text();
}

function reportOf(figures: typeof whole & Sent & { readonly upBytes: number; readonly breaks: number }): BenchReport {
  const { fileBytes, upBytes, breaks, seconds, bitsPerSecond, breakEveryMs } = figures;
  const bareSeconds = fileBytes / (bitsPerSecond / 8);
  return {
    name: "slow-upload",
    gates: [
      {
        title: "bytes sent up for each byte of a photo over a link that breaks",
        value: upBytes / fileBytes,
        limit: SHARE_MAX,
        unit: "",
      },
      { title: "breaks of the link", value: breaks, limit: 3, unit: "", isFloor: true },
    ],
    lines: [
      `A photo of ${fileBytes} bytes at ${bitsPerSecond / 1000} kbit/s, all connections reset every ${breakEveryMs / 1000} s: there after ${seconds.toFixed(0)} s ` +
        `(${bareSeconds.toFixed(0)} s for its bytes alone), ${breaks} breaks, ${upBytes} bytes sent up.`,
    ],
    figures,
  };
}
