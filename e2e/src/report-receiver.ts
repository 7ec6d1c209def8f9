import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Arrived {
  readonly bytes: string;
  readonly kind: "event" | "transaction";
  readonly event: {
    readonly tags: Readonly<Record<string, string>>;
    readonly transaction?: string;
    readonly exception?: { readonly values: readonly ReportedError[] };
    readonly contexts?: { readonly trace: { readonly op: string } };
  };
}

interface ReportedError {
  readonly type: string;
  readonly value: string;
  readonly stacktrace: { readonly frames: readonly { readonly filename: string }[] };
}

export interface ReportReceiver {
  readonly dsn: string;
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  readonly close: () => void;
}

export async function startReportReceiver(): Promise<ReportReceiver> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = bytes.toString();
      const [, item = "", event = ""] = body.split("\n");
      arrived.push({
        bytes: `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}`,
        kind: JSON.parse(item).type,
        event: JSON.parse(event),
      });
      response.writeHead(200, { "access-control-allow-origin": "*" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { dsn: `http://key@${host}/1`, origin: `http://${host}`, arrived, close: () => void server.close() };
}
