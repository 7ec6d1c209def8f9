import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { monotonicMs } from "../loader/loader-messages.ts";

export interface FormFile {
  readonly type: string;
  readonly body: Buffer;
}

export function formFile(bytes: number): FormFile {
  const boundary = `----bench${randomBytes(12).toString("hex")}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="attachment"; filename="piesa.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), randomBytes(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Posts a form over a new connection. Returns the time from opening it to the end of the response, ms. Throws on any status but 201. */
export async function postForm(
  { type, body }: FormFile,
  to: { readonly port: number; readonly path: string; readonly token: string },
): Promise<number> {
  const agent = new Agent();
  const startedAt = monotonicMs();
  try {
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${to.token}`, "content-type": type, "content-length": body.length };
      const posted = request({ host: "127.0.0.1", port: to.port, path: to.path, method: "POST", headers, agent });
      posted.once("error", reject);
      posted.once("response", (response) => {
        let said = "";
        response.on("data", (chunk: Buffer) => (said += chunk.toString()));
        response.once("end", () => {
          if (response.statusCode === 201) resolve();
          else reject(new Error(`an upload was answered ${response.statusCode}: ${said}`));
        });
      });
      posted.end(body);
    });
    return monotonicMs() - startedAt;
  } finally {
    agent.destroy();
  }
}
