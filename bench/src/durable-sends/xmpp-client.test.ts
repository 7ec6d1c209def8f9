import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { XmppClient } from "./xmpp-client.ts";

const archived = "<stanza-id xmlns='urn:xmpp:sid:0' id='1700'/>";
const message = (id: string): string =>
  `<message type='groupchat' id='${id}'>${archived}<body>Bună ziua!</body></message>`;

/** Lets a client sign in and enter against answers by the book; what it sends afterwards comes to `heard`. */
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
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const client = await XmppClient.open(port, { user: "ana", password: "secret", room: "room1@conference.localhost" });
  onTestFinished(() => {
    client.close();
    server.close();
  });
  return client;
}

test("[PERF-6] a message is acknowledged when it came back itself, and everyone's are counted, however they are cut", async () => {
  const client = await enter((_, socket) => {
    const bytes = Buffer.from(message("m7") + message("m1") + message("m8").slice(0, 30));
    // In the middle of a letter of two bytes, and of the end of a stanza.
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

test("[PERF-6] a message that came back without the archive's number fails its sender", async () => {
  const client = await enter((_, socket) => socket.write(message("m1").replace(archived, "")));
  await expect(client.say("Bună ziua!")).rejects.toThrow("not archived");
  expect(client.delivered).toBe(0);
});
