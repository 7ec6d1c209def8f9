import { type HistoryLine, type NewLine, toLine } from "../history/history-line.ts";

export const nonces = { one: "~aaaaaaaaaaaaaaaa~", two: "~bbbbbbbbbbbbbbbb~" } as const;

/**
 * A small sound history, which tests then break: in room 10 Ana (person 1) sends two messages (seq 3 and 4), Radu (2) reads the first, and in the end
 * both have caught up and reload.
 */
export const soundHistory: readonly HistoryLine[] = numbered([
  { proc: "world", f: "room", type: "ok", room: 10, value: nonces.one },
  { proc: "world", f: "room", type: "ok", room: 20, value: nonces.two },
  { proc: "world", f: "join", type: "ok", room: 10, value: 1 },
  { proc: "world", f: "join", type: "ok", room: 10, value: 2 },
  { proc: "ana", f: "person", type: "ok", value: 1 },
  { proc: "radu", f: "person", type: "ok", value: 2 },
  { proc: "ana", f: "load", type: "ok", room: 10, seq: 2 },
  { proc: "radu", f: "load", type: "ok", room: 10, seq: 2 },
  { proc: "ana", f: "socket", type: "ok", value: 1 },
  { proc: "radu", f: "socket", type: "ok", value: 2 },
  { proc: "ana", f: "subscribe", type: "ok", room: 10, value: 1 },
  { proc: "radu", f: "subscribe", type: "ok", room: 10, value: 2 },
  ...send("k1", 101, 3),
  ...seen("ana", 1, "k1", 101, 3),
  ...seen("radu", 2, "k1", 101, 3),
  { proc: "radu", f: "nonce", type: "ok", kind: "frame", value: nonces.one },
  { proc: "radu", f: "read", type: "invoke", room: 10, seq: 3 },
  { proc: "radu", f: "read", type: "ok", room: 10, seq: 3 },
  ...send("k2", 102, 4),
  ...seen("ana", 1, "k2", 102, 4),
  ...seen("radu", 2, "k2", 102, 4),
  ...ended("ana"),
  ...ended("radu"),
  { proc: "ana", f: "unread", type: "ok", room: 10, kind: "list", seq: 4, value: 0 },
  { proc: "radu", f: "unread", type: "ok", room: 10, kind: "list", seq: 3, value: 1 },
  { proc: "radu", f: "unread", type: "ok", room: 10, kind: "channels", value: 1 },
  { proc: "ana", f: "presence", type: "ok", room: 10, value: [1, 2], t_mono: 60_000 },
  { proc: "database", f: "row", type: "ok", room: 10, seq: 1, kind: "join" },
  { proc: "database", f: "row", type: "ok", room: 10, seq: 2, kind: "join" },
  { proc: "database", f: "row", type: "ok", room: 10, seq: 3, kind: "message", id: 101 },
  { proc: "database", f: "row", type: "ok", room: 10, seq: 4, kind: "message", id: 102 },
]);

/** Adds times to lines: one second apart, unless a line has a time of its own. */
export function numbered(lines: readonly NewLine[]): readonly HistoryLine[] {
  return lines.map((line, index) => toLine(line, line.t_mono ?? index * 1000));
}

function send(key: string, id: number, seq: number): readonly NewLine[] {
  return [
    { proc: "ana", f: "publish", type: "invoke", room: 10, key, value: 0 },
    { proc: "ana", f: "publish", type: "ok", room: 10, key, id, seq },
  ];
}

function seen(proc: string, socket: number, key: string, id: number, seq: number): readonly NewLine[] {
  const event = { proc, type: "ok", room: 10, kind: "ChatMessage", key, id, seq } as const;
  return [
    { ...event, f: "live", value: socket },
    { ...event, f: "apply" },
  ];
}

function ended(proc: string): readonly NewLine[] {
  const stored = { proc, f: "stored", type: "ok", room: 10, value: 1 } as const;
  return [
    { proc, f: "whole", type: "ok", room: 10, seq: 4 },
    { proc, f: "reload", type: "ok", room: 10, seq: 4, value: 2 },
    { ...stored, key: "k1", id: 101, seq: 3 },
    { ...stored, key: "k2", id: 102, seq: 4 },
  ];
}
