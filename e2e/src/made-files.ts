import type { Page } from "playwright-core";
import { type DemoPerson, signInCallOf } from "./people.ts";
import type { Product } from "./start-product.ts";

export async function madePicture(page: Page, width: number, height: number, words: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    ({ width, height, words }) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d")!;
      const slope = context.createLinearGradient(0, 0, width, height);
      slope.addColorStop(0, "#24606a");
      slope.addColorStop(1, "#d59a4c");
      context.fillStyle = slope;
      context.fillRect(0, 0, width, height);
      context.fillStyle = "white";
      context.font = `${Math.round(Math.min(width, height) / 6)}px sans-serif`;
      context.fillText(words, width / 12, height / 2);
      return canvas.toDataURL("image/jpeg", 0.85).split(",")[1] ?? "";
    },
    { width, height, words },
  );
  return Buffer.from(base64, "base64");
}

export function madeTone(): Buffer {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + rate, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(rate, 40);
  const tone = Buffer.from(Array.from({ length: rate }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))));
  return Buffer.concat([head, tone]);
}

export const madePdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F 24 Tf 40 100 Td (Deviz 10001) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`,
);

export async function sendFile(
  product: Product,
  person: DemoPerson,
  { offer, name, bytes, text = "" }: { offer: number; name: string; bytes: Buffer; text?: string },
): Promise<{ readonly id: number; readonly seq: number }> {
  const json = { "Content-Type": "application/json" };
  const signIn = JSON.stringify({ username: person, password: "demo" });
  const path = `${product.address}/api/v1`;
  const { token } = await bodyOf<{ token: string }>(
    fetch(`${path}/${signInCallOf(person)}`, { method: "POST", headers: json, body: signIn }),
  );
  const headers = { Authorization: `Bearer ${token}` };
  const joined = JSON.stringify({ type: 1, channel: offer });
  const { chat } = await bodyOf<{ chat: { id: number } }>(
    fetch(`${path}/join`, { method: "POST", headers: { ...headers, ...json }, body: joined }),
  );
  const form = new FormData();
  form.set("client_id", crypto.randomUUID());
  form.set("message", text);
  form.set("attachment", new Blob([new Uint8Array(bytes)]), name);
  const sent = fetch(`${path}/publish/${chat.id}/upload`, { method: "POST", headers, body: form });
  return (await bodyOf<{ message: { id: number; seq: number } }>(sent)).message;
}

async function bodyOf<Body>(answer: Promise<Response>): Promise<Body> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
