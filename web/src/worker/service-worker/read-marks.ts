import { showBadge } from "../../platform/page/app-badge.ts";
import { warn } from "../../platform/log.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";
import type { NotificationData } from "./push-notification.ts";
import { WaitAgain } from "./wait-again.ts";
import { workerApi } from "./worker-api.ts";
import type { WorkerRegistration, WorkerScope } from "./worker-scope.ts";
import { storedWorkerSession } from "../worker-session.ts";

type ReadMark = Pick<NotificationData, "room" | "seq">;

/** A read mark that waits for a network is the name of a background sync, and stored nowhere else. */
const tagOf = ({ room, seq }: ReadMark): string => `read ${seq} ${room}`;

function markOfTag(tag: string): ReadMark | null {
  const [, seq = "", room] = /^read (\d+) (.+)$/.exec(tag) ?? [];
  return room === undefined ? null : { room, seq: Number(seq) };
}

/**
 * PUSH-10a: reads a room up to the message that its notification speaks of, or has the browser do so once there is a network
 * (PUSH-10a). False where neither is possible.
 */
export async function markRead({ registration }: WorkerScope, mark: ReadMark): Promise<boolean> {
  const outcome = await sendMark(mark);
  return outcome === "away" ? await planMark(registration, mark) : outcome === "read";
}

async function planMark({ sync }: WorkerRegistration, mark: ReadMark): Promise<boolean> {
  if (!sync) return false;
  try {
    await sync.register(tagOf(mark));
    return true;
  } catch (error) {
    // Browsers refuse it where no page of ours is open.
    warn("A read mark cannot wait for a network.", error);
    return false;
  }
}

/** Sends marks that have waited for a network. */
export function markReadWhenBack(scope: WorkerScope): void {
  scope.addEventListener("sync", (event) => {
    const mark = markOfTag(event.tag);
    if (mark) event.waitUntil(sendAgain(mark));
  });
}

/** An event that fails is set off again by the browser. */
async function sendAgain(mark: ReadMark): Promise<void> {
  if ((await sendMark(mark)) === "away") throw new WaitAgain("The server is away.");
}

async function sendMark({ room, seq }: ReadMark): Promise<"read" | "refused" | "away"> {
  const session = await storedWorkerSession();
  if (session === null) return "refused";
  const api = workerApi(session);
  const marked = await api.call("markRead", { params: { roomId: room }, body: { upto: seq } });
  if (!marked.ok) return isServerAway(marked.error) ? "away" : "refused";
  const listed = await api.call("listChannels");
  if (listed.ok) await showBadge(listed.value.channels.reduce((total, { unread_count }) => total + unread_count, 0));
  return "read";
}
