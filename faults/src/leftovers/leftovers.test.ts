import { createServer } from "node:net";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { descriptorsOf } from "./descriptors.ts";
import { type Footprint, judgeLeftovers } from "./leftovers.ts";

const footprint = (heapMb: number, clients: number, outgoing: number, others: number): Footprint => ({
  descriptors: { clients, outgoing, others },
  heapBytes: heapMb * 1e6,
});

const verdicts = (began: Footprint, ended: Footprint): readonly boolean[] =>
  judgeLeftovers(began, ended).map(({ holds }) => holds);

test("[SEC-12] a run may leave no descriptor behind, and its own connections may grow to the pools' maxima", () => {
  const began = footprint(40, 0, 5, 26);
  expect(verdicts(began, footprint(40, 0, 5, 26))).toEqual([true, true, true]);
  expect(verdicts(began, footprint(40, 0, 22, 25))).toEqual([true, true, true]);
  expect(verdicts(began, footprint(40, 0, 23, 26))).toEqual([true, false, true]);
  // In the first case a client left a connection open, and in the second a socket outlived its connection.
  expect(verdicts(began, footprint(40, 1, 5, 26))).toEqual([false, true, true]);
  expect(verdicts(began, footprint(40, 0, 5, 27))).toEqual([false, true, true]);
});

test("[SEC-12] the heap may have grown by 10 MB or by a tenth, whichever is more", () => {
  expect(verdicts(footprint(40, 0, 5, 26), footprint(50, 0, 5, 26))).toEqual([true, true, true]);
  expect(verdicts(footprint(40, 0, 5, 26), footprint(50.1, 0, 5, 26))).toEqual([true, true, false]);
  expect(verdicts(footprint(400, 0, 5, 26), footprint(440, 0, 5, 26))).toEqual([true, true, true]);
  expect(verdicts(footprint(400, 0, 5, 26), footprint(440.1, 0, 5, 26))).toEqual([true, true, false]);
});

test("[SEC-12] descriptors are counted separately: clients, outgoing connections and all others", async () => {
  const before = descriptorsOf(process.pid);
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const [[accepted], client] = await Promise.all([once(server, "connection"), connectTo(port)]);
  const during = descriptorsOf(process.pid);
  // This process is on both ends of the connection.
  expect(during.clients - before.clients).toBe(1);
  expect(during.outgoing - before.outgoing).toBe(1);
  expect(during.others - before.others).toBe(1);
  client.destroy();
  accepted.destroy();
  server.close();
});

async function connectTo(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}
