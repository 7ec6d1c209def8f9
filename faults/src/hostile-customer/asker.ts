import { connect, type Socket } from "node:net";
import { sleep } from "../clock.ts";
import { type Asked, attack, type Job } from "./jobs.ts";

export interface Target {
  readonly port: number;
  readonly token: string;
  readonly from: string;
}

/** Counts by outcome, which is a status, `cut` or `left unread`. */
export type Tally = Record<string, number>;

/** A connection's work until `isOver`. It reconnects after a cut. */
export interface Worker {
  readonly target: Target;
  readonly job: Job;
  readonly tally: Tally;
  readonly isFast: boolean;
  readonly nextTurn: () => number;
  readonly isOver: () => boolean;
}

export async function workOn(worker: Worker): Promise<void> {
  let open: Answers | null = null;
  await sleep(Math.random() * attack.arriveMs);
  while (!worker.isOver()) {
    if (open === null || open.socket.destroyed) open = await connectTo(worker.target);
    const words = await askOnce(worker, open);
    for (const word of words) worker.tally[word] = (worker.tally[word] ?? 0) + 1;
    // Lets other workers have a turn.
    await sleep(worker.isFast && !words.includes("cut") ? 0 : attack.pauseMs * (0.5 + Math.random()));
  }
  open?.socket.destroy();
}

async function askOnce(worker: Worker, answers: Answers): Promise<readonly string[]> {
  const { job, target, nextTurn } = worker;
  const count = job.way === "pipelined" ? attack.pipelined : 1;
  const requests = Array.from({ length: count }, () => textOf(job.ask(nextTurn()), target.token));
  answers.socket.write(requests.join(""));
  if (job.way === "unread") return [await leaveUnread(worker, answers)];
  const words: string[] = [];
  while (words.length < count && words.at(-1) !== "cut") words.push(await answers.next());
  return words;
}

/** Leaves a response unread after its first bytes, but reads a refusal in full. */
async function leaveUnread({ isOver }: Worker, answers: Answers): Promise<string> {
  const status = await answers.nextStatus();
  if (status !== "200") {
    answers.socket.destroy();
    return status;
  }
  answers.socket.pause();
  for (let waitedMs = 0; waitedMs < attack.unreadMs && !isOver(); waitedMs += 500) await sleep(500);
  answers.socket.destroy();
  return "left unread";
}

function textOf({ method, path, body, token }: Asked, ownToken: string): string {
  const payload = body === undefined ? "" : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token ?? ownToken}`,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(payload)}`]),
    "",
    payload,
  ].join("\r\n");
}

interface Answers {
  readonly socket: Socket;
  /** The status of the next complete response; `cut` if the connection ended. */
  next(): Promise<string>;
  nextStatus(): Promise<string>;
}

function connectTo({ port, from }: Target): Promise<Answers> {
  const socket = connect({ host: "127.0.0.1", port, localAddress: from });
  let unread: Buffer = Buffer.alloc(0);
  /** How many bytes of the response body are still to come. They are dropped on arrival. */
  let bodyLeft: number | null = null;
  let status = "cut";
  let isEnded = false;
  let wake: (() => void) | null = null;
  const happen = (): void => {
    wake?.();
    wake = null;
  };
  socket.on("data", (data: Buffer) => {
    unread = unread.length === 0 ? data : Buffer.concat([unread, data]);
    happen();
  });
  socket.on("error", () => socket.destroy());
  socket.once("close", () => {
    isEnded = true;
    happen();
  });
  const takeHead = (): boolean => {
    const head = unread.indexOf("\r\n\r\n");
    if (head < 0) return false;
    const text = unread.subarray(0, head).toString();
    status = text.slice(9, 12);
    bodyLeft = Number(/^content-length: (\d+)/imu.exec(text)?.[1] ?? 0);
    unread = unread.subarray(head + 4);
    return true;
  };
  const takeBody = (): boolean => {
    if (bodyLeft === null) return false;
    const taken = Math.min(bodyLeft, unread.length);
    unread = unread.subarray(taken);
    bodyLeft -= taken;
    if (bodyLeft > 0) return false;
    bodyLeft = null;
    return true;
  };
  const untilSo = async (isSo: () => boolean): Promise<string> => {
    while (!isSo()) {
      if (isEnded) return "cut";
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return status;
  };
  const answers: Answers = {
    socket,
    nextStatus: () => untilSo(takeHead),
    next: () => untilSo(() => (bodyLeft !== null || takeHead()) && takeBody()),
  };
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(answers));
    socket.once("close", () => resolve(answers));
  });
}
