import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { testApp } from "../testing/realtime/core.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { AppState, Connection } from "./connection.ts";
import { WriteScheduler } from "./write-scheduler.ts";
import { WebsocketWire } from "./websocket-wire.ts";

const bufferedBytesMax = 100_000;
const endOfTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class BlockedStream extends Writable {
  readonly got: Buffer[] = [];
  #isOpen = false;
  #waiting: (() => void) | null = null;

  constructor() {
    super({ highWaterMark: 1000 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.got.push(chunk);
    if (this.#isOpen) done();
    else this.#waiting = done;
  }

  read(): void {
    this.#isOpen = true;
    this.#waiting?.();
    this.#waiting = null;
  }

  text(): string {
    return Buffer.concat(this.got).toString();
  }
}

const lettersOf = (times: number, letters: string): string =>
  letters.replaceAll(/./gu, (letter) => letter.repeat(times));

function blockedWire() {
  const stream = new BlockedStream();
  const socket = {
    OPEN: 1,
    readyState: 1,
    close(code: number): void {
      stream.write(`closed ${code}`);
      this.readyState = 2;
    },
    pause: () => undefined,
  };
  const writes = new WriteScheduler(new FakeClock(), { shortestMs: 50, longestMs: 250, writesPerMsMax: 5 });
  const cut: Connection[] = [];
  const slow = (connection: Connection): void => {
    cut.push(connection);
    connection.wire.close(4200, "too slow");
  };
  const wire = new WebsocketWire(socket, stream, { bufferedBytesMax, metrics: { framesOut: 0 }, writes, slow });
  wire.connection = new Connection("1.1", new AppState(testApp), wire, 0, "192.0.2.1");
  const write = async (frame: string): Promise<void> => {
    wire.send(Buffer.from(frame));
    await endOfTick();
  };
  return { stream, wire, write, cut };
}

test("[LIVE-7] frames sent while the peer did not read arrive whole and in order when it reads again", async () => {
  const { stream, write, cut } = blockedWire();
  const frames = Array.from({ length: 90 }, (_, n) => `${n} `.padEnd(1000, "x"));
  for (const frame of frames) await write(frame);
  stream.read();
  await endOfTick();
  await write("then");
  expect(stream.text()).toBe(`${frames.join("")}then`);
  expect(cut).toEqual([]);
});

test("[LIVE-7] a peer that pauses repeatedly loses nothing", async () => {
  const { stream, wire, write } = blockedWire();
  for (const frame of ["a", "b"]) await write(frame.repeat(2000));
  stream.read();
  for (const frame of ["c", "d"]) wire.send(Buffer.from(frame.repeat(2000)));
  await write("e");
  expect(stream.text()).toBe(`${lettersOf(2000, "abcd")}e`);
});

test("[LIVE-7] a reading peer gets everything, however much at once", async () => {
  const { stream, wire, write, cut } = blockedWire();
  stream.read();
  for (let n = 0; n < 20; n += 1) wire.send(Buffer.alloc(bufferedBytesMax, "x"));
  await write("end");
  expect([stream.text().length, cut]).toEqual([20 * bufferedBytesMax + 3, []]);
});

test("[LIVE-7] the queue of a cut peer is dropped, and the peer learns the reason", async () => {
  const { stream, write, cut } = blockedWire();
  for (let n = 0; n < 100; n += 1) await write(`${n} `.padEnd(1000, "x"));
  expect(cut).toEqual([]);
  await write("too much");
  expect(cut).toHaveLength(1);
  expect(stream.writableLength).toBeLessThan(2000);
  stream.read();
  await endOfTick();
  expect(stream.text()).toMatch(/^0 x+closed 4200$/);
});

test("[LIVE-8] a peer closed for another reason still gets everything sent before", async () => {
  const { stream, wire, write } = blockedWire();
  for (const frame of ["a", "b", "c"]) await write(frame.repeat(1000));
  wire.send(Buffer.from("d"));
  wire.close(4009, "revoked");
  stream.read();
  await endOfTick();
  expect(stream.text()).toBe(`${lettersOf(1000, "abc")}dclosed 4009`);
});
