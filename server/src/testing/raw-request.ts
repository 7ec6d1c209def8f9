import { connect as connectPlainly } from "node:net";
import { connect as connectSecurely } from "node:tls";

export interface RawAnswer {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawTarget {
  readonly port: number;
  readonly isSecure: boolean;
}

const patienceMs = 15_000;

/** Sends bytes to this machine and reads one response; null if the connection ends without one. */
export async function rawRequest({ port, isSecure }: RawTarget, bytes: string): Promise<RawAnswer | null> {
  const socket = isSecure
    ? connectSecurely({ port, host: "127.0.0.1", rejectUnauthorized: false })
    : connectPlainly({ port, host: "127.0.0.1" });
  let text = "";
  try {
    return await new Promise((resolve, reject) => {
      socket.setTimeout(patienceMs, () => reject(new Error(`no answer to ${JSON.stringify(bytes.slice(0, 60))}`)));
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const answer = parsed(text);
        if (answer !== null) resolve(answer);
      });
      // A request that is refused midway may be reset after its response.
      socket.on("error", () => resolve(parsed(text)));
      socket.on("end", () => resolve(parsed(text)));
      socket.write(bytes);
    });
  } finally {
    socket.destroy();
  }
}

function parsed(text: string): RawAnswer | null {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const body = rest.join("\r\n\r\n");
  const isWhole = rest.length > 0 && Buffer.byteLength(body) >= Number(headers["content-length"] ?? "Infinity");
  return isWhole ? { status: Number(first.split(" ")[1]), headers, body } : null;
}
