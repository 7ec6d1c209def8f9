import { receiveClientEvent } from "./client-events.ts";
import { closeCodes, errorCodes } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import { errorFrame, eventFrame } from "./frames.ts";
import { isRecord, parseJson } from "./json.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { subscribe, unsubscribe } from "./subscriptions.ts";

/** A socket that exceeds the limit by this factor within a second is closed. */
const floodFactor = 5;

const pongFrame = eventFrame("pusher:pong", {});

/** Handles one text frame from a client. Never throws: the response is a frame or a close code. */
export function receiveFrame(connection: Connection, text: string, parts: RealtimeParts): void {
  parts.metrics.framesIn += 1;
  if (!connection.isOpen) return;
  const nowMs = parts.clock.steadyMs();
  if (isUnprovenFlood(connection, text, nowMs, parts) || isFlooding(connection, nowMs, parts)) return;
  const frame = parseFrame(text);
  if (frame === null) {
    parts.metrics.malformedFrames += 1;
    connection.wire.send(errorFrame(errorCodes.malformedFrame, "Invalid message format"));
    return;
  }
  const { event, channel, data } = frame;
  switch (event) {
    case "pusher:ping":
      connection.wire.send(pongFrame);
      return;
    case "pusher:pong":
      return;
    case "pusher:subscribe":
      subscribe(connection, data, parts);
      return;
    case "pusher:unsubscribe":
      unsubscribe(connection, data, parts);
      return;
    default:
      if (event.startsWith("client-")) {
        receiveClientEvent({ connection, event, channel, data, nowMs }, parts);
      } else {
        parts.metrics.clientEventsRefused += 1;
        connection.wire.send(errorFrame(errorCodes.clientEventRefused, "Client events begin with client-"));
      }
  }
}

interface Frame {
  readonly event: string;
  readonly channel: unknown;
  readonly data: unknown;
}

function parseFrame(text: string): Frame | null {
  const frame = parseJson(text);
  if (!isRecord(frame)) return null;
  const { event, channel, data } = frame;
  return typeof event === "string" ? { event, channel, data } : null;
}

/** SEC-2: counts a ping or pong, and closes a socket that floods. */
export function countControlFrame(connection: Connection, parts: RealtimeParts): void {
  if (!connection.isOpen) return;
  openWindow(connection, parts.clock.steadyMs());
  connection.controlFramesInWindow += 1;
  const { limits, metrics, close } = parts;
  if (connection.controlFramesInWindow <= limits.controlFramesPerSecondMax) return;
  metrics.floodedFrames += 1;
  if (connection.controlFramesInWindow <= floodFactor * limits.controlFramesPerSecondMax) return;
  close(connection, closeCodes.overCapacity, "Too many pings or pongs", "control-frames");
}

function openWindow(connection: Connection, nowMs: number): void {
  if (nowMs - connection.frameWindowStartedAtMs < 1000) return;
  connection.frameWindowStartedAtMs = nowMs;
  connection.framesInWindow = 0;
  connection.controlFramesInWindow = 0;
}

/** SEC-2: limits the number and size of frames before authentication, if the app requires it. */
function isUnprovenFlood(connection: Connection, text: string, nowMs: number, parts: RealtimeParts): boolean {
  if (!connection.app.unproven.has(connection)) return false;
  const { limits, metrics, close } = parts;
  connection.unprovenFrames += 1;
  const seconds = Math.floor((nowMs - connection.openedAtMs) / 1000);
  const framesMax = limits.unprovenFramesAtOnceMax + seconds * limits.unprovenFramesPerSecondMax;
  if (connection.unprovenFrames <= framesMax && Buffer.byteLength(text) <= limits.unprovenFrameBytesMax) return false;
  metrics.floodedFrames += 1;
  close(connection, closeCodes.overCapacity, "Too much from a connection that was not authorized", "frames");
  return true;
}

/** LIVE-7: ignores frames over the rate, with one error per second, and closes a socket that continues. */
function isFlooding(connection: Connection, nowMs: number, parts: RealtimeParts): boolean {
  const { limits, metrics, close } = parts;
  openWindow(connection, nowMs);
  connection.framesInWindow += 1;
  const excess = connection.framesInWindow - limits.framesPerSecondMax;
  if (excess <= 0) return false;
  metrics.floodedFrames += 1;
  if (excess === 1) {
    connection.wire.send(
      errorFrame(errorCodes.clientEventRefused, `At most ${limits.framesPerSecondMax} frames in a second`),
    );
  } else if (connection.framesInWindow > floodFactor * limits.framesPerSecondMax) {
    close(connection, closeCodes.overCapacity, "Too many frames", "frames");
  }
  return true;
}
