import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import type { SampleFile } from "./sample-files.ts";

export const tray = (page: Page): Locator => page.getByRole("list", { name: "De trimis" });

export const choose = (page: Page, ...files: readonly SampleFile[]): Promise<void> =>
  page
    .locator("input[type=file]")
    .first()
    .setInputFiles([...files]);

/** Waits until the device has stored every file of the tray that can be sent. */
export async function awaitHeld(page: Page): Promise<void> {
  const chosen = page.locator('li[data-id][data-problem="false"]');
  await chosen.first().waitFor();
  const ids = await chosen.evaluateAll((items) => items.map((item) => item.dataset["id"] ?? ""));
  // Opening a missing database would create it.
  const isThere = () =>
    page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === "cuplaj.files"));
  await expect.poll(isThere).toBe(true);
  await expect.poll(() => heldFiles(page)).toEqual(expect.arrayContaining(ids));
}

export interface SentFile {
  readonly name: string;
  readonly text: string;
  readonly size: number;
  readonly mime: string;
  readonly width?: number;
  readonly height?: number;
  readonly url: string;
}

/** The files in the room's newest page, oldest first. */
export const sentFiles = (page: Page, roomId = 1): Promise<SentFile[]> =>
  page.evaluate(async (roomId) => {
    const headers = { Authorization: `Bearer ${JSON.parse(JSON.stringify(localStorage.getItem("token")))}` };
    const answer = await fetch(`/api/v1/chat/${roomId}/1`, { headers });
    const { data } = await answer.json();
    return data.messages.flatMap(({ message, messages_file: file }: { message: string; messages_file?: object }) =>
      file ? [{ ...file, text: message }] : [],
    );
  }, roomId);

export async function bytesOf(page: Page, { url }: SentFile): Promise<Buffer> {
  const base64 = await page.evaluate(async (url) => {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${localStorage.getItem("token")}` } });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, url);
  return Buffer.from(base64, "base64");
}

/** Waits until exactly the files with this prefix have been sent, once each and in order. */
export async function expectSent(page: Page, start: string, names: readonly string[]): Promise<void> {
  const found = async (): Promise<string[]> =>
    (await sentFiles(page)).map(({ name }) => name).filter((name) => name.startsWith(start));
  await expect.poll(found).toEqual(names);
}

export const heldFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("cuplaj.files");
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("files").objectStore("files").getAllKeys();
          asked.addEventListener("success", () => {
            opening.result.close();
            resolve(asked.result.map(String));
          });
        });
      }),
  );

/** The prepared files, which replace those stored at first. */
export async function preparedBytes(page: Page): Promise<readonly Buffer[]> {
  const all = await page.evaluate(async () => {
    const rows = await new Promise<{ prepared?: { bytes: Blob } }[]>((resolve) => {
      const opening = indexedDB.open("cuplaj.files");
      opening.addEventListener("success", () => {
        const asked = opening.result.transaction("files").objectStore("files").getAll();
        asked.addEventListener("success", () => {
          opening.result.close();
          resolve(asked.result);
        });
      });
    });
    const buffers = await Promise.all(rows.flatMap(({ prepared }) => prepared?.bytes.arrayBuffer() ?? []));
    return buffers.map((one) => btoa(Array.from(new Uint8Array(one), (byte) => String.fromCharCode(byte)).join("")));
  });
  return all.map((base64) => Buffer.from(base64, "base64"));
}

/** Stores a file that no message or tray uses, as if a page had closed while deleting it. */
export const leaveFile = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("cuplaj.files");
        opening.addEventListener("success", () => {
          const change = opening.result.transaction("files", "readwrite");
          change.objectStore("files").put({ id: "left", owner: "customer.99", name: "x", chosen: new Blob(["x"]) });
          change.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );

export async function bring(
  page: Page,
  way: "dragenter" | "drop" | "paste",
  onto: string,
  file: SampleFile,
  text = "",
): Promise<void> {
  const { name, mimeType: type } = file;
  await page.evaluate(
    ({ way, onto, name, type, base64, text }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      if (text !== "") data.setData("text/plain", text);
      const given = { bubbles: true, cancelable: true };
      const event =
        way === "paste"
          ? new ClipboardEvent(way, { ...given, clipboardData: data })
          : new DragEvent(way, { ...given, dataTransfer: data });
      document.querySelector(onto)!.dispatchEvent(event);
    },
    { way, onto, name, type, base64: file.buffer.toString("base64"), text },
  );
}
