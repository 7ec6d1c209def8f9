export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function call(
  url: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method: options.body === undefined ? "GET" : "POST",
    headers: {
      ...(options.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
}

export async function signIn(url: string, username: string, realm: "login" | "erp/login" = "login"): Promise<string> {
  const { body } = await call(url, `/api/v1/${realm}`, { body: { username, password: "demo" } });
  return String(body["token"]);
}
