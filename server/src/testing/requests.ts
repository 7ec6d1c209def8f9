import { randomUUID } from "node:crypto";
import type { RequestToSend } from "@cuplaj/protocol/request.ts";
import type { Person } from "./people.ts";
import type { TestApi } from "./test-api.ts";
import { listenForUploads } from "./upload-calls.ts";

export const octavia = {
  ...{ make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI" },
  ...{ vin: "TMBZZZ1Z8E1234567", plate: "B 123 ANA" },
};

export const requestToSend = (changes: Partial<RequestToSend> = {}): RequestToSend => ({
  ...{ client_id: randomUUID(), vehicle: octavia, text: "Patinează în treapta a 5-a." },
  ...{ items: [{ text: "Kit ambreiaj cu volantă", qty: 1 }], upload_ids: [] },
  ...changes,
});

/** Returns a function that uploads bytes in whole and returns the upload's id. */
export async function createUploader({ app }: Pick<TestApi, "app">) {
  const { send } = await listenForUploads(app);
  return async (person: Person, name: string, body: Buffer): Promise<string> => {
    const tus = { "tus-resumable": "1.0.0" };
    const named = { "upload-metadata": `filename ${Buffer.from(name).toString("base64")}` };
    const begun = { headers: { ...tus, ...named, "upload-length": String(body.length) } };
    const path = (await send(person, "POST", "/api/v1/uploads", begun)).headers["location"] ?? "";
    const part = { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    await send(person, "PATCH", path, { headers: part, body });
    return path.split("/").at(-1) ?? "";
  };
}
