import type { App } from "../http/app.ts";
import type { Person } from "./people.ts";

export interface FormBody {
  readonly type: string;
  readonly body: Buffer;
}

/** Fields of a form in order; values that are not strings are files. */
export type FormFields = readonly (readonly [string, string | { readonly name: string; readonly bytes: Uint8Array }])[];

export async function formBody(fields: FormFields): Promise<FormBody> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([Buffer.from(value.bytes)]), value.name);
  }
  const whole = new Response(form);
  return { type: whole.headers.get("content-type") ?? "", body: Buffer.from(await whole.arrayBuffer()) };
}

export interface UploadCalls {
  readonly port: number;
  /** Returns the response with its JSON, or null if it has no body. */
  readonly send: (
    person: Person | null,
    method: "POST" | "PATCH" | "HEAD" | "DELETE",
    path: string,
    sent?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: Uint8Array },
  ) => Promise<UploadAnswer>;
  readonly sendForm: (person: Person | null, path: string, fields: FormFields) => Promise<UploadAnswer>;
}

interface UploadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Tests read any field of a response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Starts listening and returns functions that upload, since streamed bodies need a real connection. */
export async function listenForUploads(app: App): Promise<UploadCalls> {
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const send: UploadCalls["send"] = async (person, method, path, { headers = {}, body } = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(person === null ? {} : { authorization: `Bearer ${person.token}` }), ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    const said = await answer.text();
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: said === "" ? null : JSON.parse(said),
    };
  };
  return {
    port: Number(new URL(origin).port),
    send,
    async sendForm(person, path, fields) {
      const { type, body } = await formBody(fields);
      return await send(person, "POST", path, { headers: { "content-type": type }, body });
    },
  };
}
