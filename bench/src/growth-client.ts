import { Agent, request } from "node:http";

export interface GrowthCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
}

/** A response; `ms` is from the request's first byte to the response's last. */
export interface TimedAnswer {
  readonly ms: number;
  readonly body: Record<string, unknown>;
}

/** Makes calls one after the other as a signed-in person, over one connection. */
export interface GrowthClient {
  call(call: GrowthCall): Promise<TimedAnswer>;
  close(): void;
}

export async function signInStaff(port: number, username: string, password: string): Promise<GrowthClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const signIn = { method: "POST", path: "/erp/login", body: { username, password } } as const;
  const { body } = await send(agent, port, signIn, null);
  const token = body["token"];
  if (typeof token !== "string") throw new Error(`${username} was not signed in`);
  return { call: (call) => send(agent, port, call, token), close: () => agent.destroy() };
}

/** Sends a call. Throws on an error status, since refusals are quick and would flatter the result. */
async function send(agent: Agent, port: number, call: GrowthCall, token: string | null): Promise<TimedAnswer> {
  const text = call.body === undefined ? undefined : JSON.stringify(call.body);
  const startedAt = performance.now();
  const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        method: call.method,
        path: `/api/v1${call.path}`,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(text === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
  const ms = performance.now() - startedAt;
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.path} answered ${status}: ${body.slice(0, 300)}`);
  return { ms, body: JSON.parse(body) };
}
