import { systemClock } from "../clock.ts";
import { type HttpOutcome, answerOf } from "../http.ts";

const stillMsMax = 30_000;

export interface FileRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
}

export type FileOutcome = { readonly kind: "file"; readonly file: Blob } | HttpOutcome;

/** Downloads a file through the browser's cache, with revalidation. Never rejects. */
export async function fetchFile({ path, headers, signal, onProgress }: FileRequest): Promise<FileOutcome> {
  const still = new AbortController();
  let cancel = systemClock.later(stillMsMax, () => still.abort());
  const onBytes = (bytes: number): void => {
    cancel();
    cancel = systemClock.later(stillMsMax, () => still.abort());
    onProgress?.(bytes);
  };
  try {
    const response = await fetch(path, {
      headers: { ...headers },
      credentials: "same-origin",
      cache: "default",
      signal: AbortSignal.any(signal ? [still.signal, signal] : [still.signal]),
    });
    if (response.ok) return { kind: "file", file: await bodyOf(response, onBytes) };
    return await answerOf(response);
  } catch {
    return { kind: "timeout" };
  } finally {
    cancel();
  }
}

async function bodyOf(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.body) return response.blob();
  const reader = response.body.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    bytes += next.value.byteLength;
    onBytes(bytes);
  }
  return new Blob(parts, { type });
}

/** Whether the browser sends the page's cookies: in a frame on another site it may not. */
export async function isReadByCookie(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, {
      headers: { Range: "bytes=0-0" },
      credentials: "same-origin",
      cache: "no-store",
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
