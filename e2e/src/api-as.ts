import type { DemoPerson } from "./people.ts";
import type { Product } from "./start-product.ts";

/** One person's calls, over HTTP and without a browser. */
export interface Caller {
  readonly get: <Answer>(path: string) => Promise<Answer>;
  readonly post: <Answer>(path: string, body?: object) => Promise<Answer>;
}

/** Signs in a person of the demo data. */
export async function apiAs(product: Product, person: DemoPerson): Promise<Caller> {
  const isErp = ["radu", "ioana", "admin"].includes(person);
  const { token } = await send<{ token: string }>(product, isErp ? "erp/login" : "login", {
    username: person,
    password: "demo",
  });
  return {
    get: (path) => send(product, path, undefined, token),
    post: (path, body = {}) => send(product, path, body, token),
  };
}

async function send<Answer>(product: Product, path: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(`${product.address}/api/v1/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
