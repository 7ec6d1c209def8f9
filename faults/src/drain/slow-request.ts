import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { NewLine } from "../history/history-line.ts";
import type { Recorder } from "../history/recorder.ts";
import type { Person, SeededRoom } from "../product/world.ts";

/** A publish whose body arrives slowly, as over a slow link. */
export interface SlowRequest {
  /** Sends the rest of the body. Returns the status, or how the request failed. */
  finish(): Promise<string>;
}

export async function beginSlowPublish(
  { address, recorder }: { readonly address: string; readonly recorder: Recorder },
  person: Person,
  room: SeededRoom,
): Promise<SlowRequest> {
  const { hostname, port, host } = new URL(address);
  const key = randomUUID();
  const body = JSON.stringify({ message: `${room.nonce} ${key}`, client_id: key });
  const note = (line: Pick<NewLine, "type" | "id" | "seq" | "value">): void => {
    recorder.write({ proc: `slow-${room.id}`, f: "publish", room: room.id, key, ...line });
  };
  const half = Math.floor(body.length / 2);
  const socket = connect(Number(port), hostname);
  let answer = "";
  const ended = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
    socket.once("error", (error) => resolve(error.message));
    socket.once("close", () => resolve(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1] ?? "closed without an answer"));
  });
  note({ type: "invoke", value: recorder.now() });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const head = [
    `POST /api/v1/publish/${room.id} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${person.token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n${body.slice(0, half)}`);
  return {
    async finish() {
      socket.write(body.slice(half));
      const word = await ended;
      if (word !== "201") {
        note({ type: "info", value: word });
        return word;
      }
      const { message } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
      note({ type: "ok", id: message.id, seq: message.seq, value: word });
      return word;
    },
  };
}
