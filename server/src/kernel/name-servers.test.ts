import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { nameServerLookup } from "./name-servers.ts";

const answer = Object.freeze([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);

async function startNameServer(): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (asked, { port, address }) => {
    const name = asked.subarray(12);
    if (name.subarray(1, 7).toString() === "silent") return;
    const nameEnd = name.indexOf(0);
    const isIpv4 = name.readUInt16BE(nameEnd + 1) === 1;
    const head = Buffer.from([...asked.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
    const said = Buffer.concat([head, name.subarray(0, nameEnd + 5), Buffer.from(isIpv4 ? answer : [])]);
    socket.send(said, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const lookUp = (lookup: LookupFunction, name: string) =>
  new Promise((resolve) => lookup(name, { all: true }, (error, found) => resolve(error?.code ?? found)));

test("[PUSH-6c] names whose name servers do not respond do not delay other names", async () => {
  const lookup = nameServerLookup([await startNameServer()]);
  const silent = Array.from({ length: 100 }, (_, i) => lookUp(lookup, `silent${i}.example`));
  const first = await Promise.race([...silent, lookUp(lookup, "good.example")]);
  expect(first).toEqual([{ address: "93.184.216.34", family: 4 }]);
});
