import { ask } from "../clients/client-state.ts";
import { callBytes } from "../files/file-calls.ts";
import { sendFile } from "../files/send-file.ts";
import { chooseFile } from "../files/sent-file.ts";
import { type Errand, roomOf } from "./errand.ts";

export const attach: Errand = async (living) => {
  const { client, random } = living;
  const room = roomOf(living);
  const way = random.next() < 0.5 ? "form" : "tus";
  const answer = await sendFile(client.state, { room, file: chooseFile(random), way, cuts: 0 });
  if (answer.kind !== "answer" || answer.status !== 201) throw new Error(`a file came to ${JSON.stringify(answer)}`);
  // Some of the files are deleted later, like other messages.
  if (random.next() < 0.3) client.state.own.push({ room, id: JSON.parse(answer.body.toString()).message.id });
};

export const giveUpUpload: Errand = async ({ client: { state } }) => {
  const caller = { address: state.address, token: state.person.token };
  const headers = { "tus-resumable": "1.0.0", "upload-length": "4096" };
  const begun = await callBytes(caller, { method: "POST", path: "/api/v1/uploads", headers });
  const path = begun.kind === "answer" ? String(begun.headers.location) : "";
  const part = { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  await callBytes(caller, { method: "PATCH", path, headers: part, body: Buffer.alloc(1024) });
  const removed = await callBytes(caller, { method: "DELETE", path, headers });
  if (removed.kind !== "answer" || removed.status !== 204) throw new Error("an upload could not be given up");
};

interface MessageWithFile {
  readonly messages_file: { readonly url: string; readonly preview_url?: string };
}

export const openFile: Errand = async ({ client: { state }, resident, random }) => {
  for (const { id } of resident.rooms) {
    const { messages } = (await ask(state, "GET", `/api/v1/chat/${id}/files/1`)).body;
    if (messages.length === 0) continue;
    const { url, preview_url: preview = url } = random.pick<MessageWithFile>(messages).messages_file;
    await state.http.call("POST", url);
    for (const path of [url, preview]) {
      const caller = { address: state.address, token: state.person.token };
      const answer = await callBytes(caller, { method: "GET", path, headers: { range: "bytes=0-99" } });
      // A 404 means that the file's author has deleted it.
      if (answer.kind !== "answer" || ![206, 404].includes(answer.status)) throw new Error(`${path} cannot be read`);
    }
    return;
  }
};
