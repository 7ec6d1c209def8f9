import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { noteChunk } from "./collect-chunks.ts";

/** HTTP-1f: most bytes and ms that a known caller's refused body is read for after the response. */
const [readOnBytesMax, readOnMs] = [8 * 1024 * 1024, 5000];

export type ReadOnClock = Pick<Clock, "setTimeout" | "clearTimeout">;

/** Reads a refused body up to a limit, since many clients lose a response if the server closes the connection while they are still sending. */
export function readOn({ raw }: FastifyRequest, reply: FastifyReply, clock: ReadOnClock): void {
  // The framework closes the connection after an unreadable body.
  reply.removeHeader("connection");
  reply.raw.once("finish", () => {
    const cut = (): void => void raw.destroy();
    const timer = clock.setTimeout(cut, readOnMs);
    let bytes = 0;
    raw.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      noteChunk(chunk.length);
      if (bytes > readOnBytesMax) cut();
    });
    raw.once("close", () => clock.clearTimeout(timer));
    raw.resume();
  });
}
