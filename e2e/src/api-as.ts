import { type DemoPerson, signInCallOf } from "./people.ts";
import type { Product } from "./start-product.ts";

export interface Caller {
  readonly get: <Answer>(path: string) => Promise<Answer>;
  readonly post: <Answer>(path: string, body?: object) => Promise<Answer>;
  readonly put: <Answer>(path: string, body: object) => Promise<Answer>;
}

export async function apiAs(product: Product, person: DemoPerson): Promise<Caller> {
  const { token } = await send<{ token: string }>(product, signInCallOf(person), {
    method: "POST",
    body: { username: person, password: "demo" },
  });
  return callerBy(product, token);
}

export function callerBy(product: Product, token: string): Caller {
  return {
    get: (path) => send(product, path, { method: "GET", token }),
    post: (path, body = {}) => send(product, path, { method: "POST", body, token }),
    put: (path, body) => send(product, path, { method: "PUT", body, token }),
  };
}

interface Request {
  readonly method: "GET" | "POST" | "PUT";
  readonly body?: object;
  readonly token?: string;
}

async function send<Answer>(product: Product, path: string, { method, body, token }: Request): Promise<Answer> {
  const response = await fetch(`${product.address}/api/v1/${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
