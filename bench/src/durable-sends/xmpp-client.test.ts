import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { XmppClient } from "./xmpp-client.ts";

const archived = "<stanza-id xmlns='urn:xmpp:sid:0' id='1700'/>";
const message = (id: string): string =>
  `<message type='groupchat' id='${id}'>${archived}<body>Bună ziua!</body></message>`;

async function enter(received: (text: string, socket: Socket) => void): Promise<XmppClient> {
  const answers = [
    "<stream:stream><stream:features></stream:features>",
    "<success/>",
    "<stream:stream><stream:features></stream:features>",
    "<iq type='result' id='bind'></iq>",
    "<presence/><message type='groupchat'><subject/></message>",
  ];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      const answer = answers.shift();
      if (answer === undefined) received(chunk.toString(), socket);
      else socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = await XmppClient.open(port, { user: "ana", password: "secret", room: "room1@conference.localhost" });
  onTestFinished(() => {
    client.close();
    server.close();
  });
  return client;
}

test("[PERF-6] acknowledges a message when it comes back, and counts all messages however the bytes are cut", async () => {
  const client = await enter((_, socket) => {
    const bytes = Buffer.from(message("m7") + message("m1") + message("m8").slice(0, 30));
    // Cuts inside a two-byte letter and inside a closing tag.
    const cuts = [bytes.indexOf("ă") + 1, bytes.indexOf("</message>") + 4, bytes.length];
    const writeNext = (from: number): void => {
      const to = cuts.shift();
      if (to !== undefined) socket.write(bytes.subarray(from, to), () => setImmediate(writeNext, to));
    };
    writeNext(0);
  });
  await client.say("Bună ziua!");
  expect(client.delivered).toBe(2);
});

test("[PERF-6] a message that comes back without an archive id fails its sender", async () => {
  const client = await enter((_, socket) => socket.write(message("m1").replace(archived, "")));
  await expect(client.say("Bună ziua!")).rejects.toThrow("not archived");
  expect(client.delivered).toBe(0);
});
