import type { Wire } from "../../realtime/connection.ts";
import { isRecord } from "../../realtime/json.ts";

export interface ReadFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data?: unknown;
  readonly user_id?: string;
}

export class FakeWire implements Wire {
  readonly texts: string[] = [];
  closedWith: { code: number; reason: string } | null = null;
  isCut = false;
  pings = 0;

  send(frame: Buffer): void {
    this.texts.push(textOf(frame));
  }

  sendSoon(frame: Buffer): void {
    this.send(frame);
  }

  ping(): void {
    this.pings += 1;
  }

  close(code: number, reason: string): void {
    this.closedWith = { code, reason };
  }

  cut(code: number, reason: string): void {
    this.close(code, reason);
    this.isCut = true;
  }

  take(): ReadFrame[] {
    return this.texts.splice(0).map(readFrame);
  }

  takeTexts(): string[] {
    return this.texts.splice(0);
  }
}

export function readFrame(text: string): ReadFrame {
  const frame: unknown = JSON.parse(text);
  if (!isRecord(frame) || typeof frame["event"] !== "string") throw new Error(`No event: ${text}`);
  const { event, channel, data, user_id: userId } = frame;
  return {
    event,
    ...(typeof channel === "string" && { channel }),
    ...(typeof data === "string" && { data: parseData(data) }),
    ...(typeof userId === "string" && { user_id: userId }),
  };
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return data;
    throw error;
  }
}

function textOf(frame: Buffer): string {
  const marker = frame[1] ?? 0;
  const headerLength = marker < 126 ? 2 : marker === 126 ? 4 : 10;
  return frame.subarray(headerLength).toString();
}
