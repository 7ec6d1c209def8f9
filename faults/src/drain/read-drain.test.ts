import { expect, test } from "vitest";
import { type NewLine, toLine } from "../history/history-line.ts";
import { readDrain } from "./read-drain.ts";

const send = (key: string, type: NewLine["type"], value: unknown, at: number) =>
  toLine({ proc: "client-1", f: "publish", type, key, value }, at);
const line = (what: NewLine, at: number) => toLine(what, at);

test("[RUN-5] a cut send counts as stored if its retry finds the message stored", () => {
  const facts = readDrain(
    [
      send("stored", "invoke", 0, 10),
      send("stored", "info", "ECONNRESET", 11),
      send("never-came", "invoke", 0, 12),
      send("never-came", "info", "ECONNRESET", 13),
      send("refused", "invoke", 0, 14),
      send("refused", "info", "503", 15),
      send("nobody-listens", "invoke", 0, 16),
      send("nobody-listens", "fail", "ECONNREFUSED", 17),
      send("stored", "ok", "200", 30),
      send("never-came", "ok", "201", 31),
      send("refused", "ok", "201", 32),
    ],
    10,
    20,
  );
  expect(facts).toMatchObject({ offered: 4, cut: 2, cutAfterStored: 1, refused: 1, reasons: " (ECONNRESET)" });
});

test("[RUN-5] only the first closing of each client's socket counts, and only while the server shuts down", () => {
  const closing = (proc: string, id: number, at: number) => line({ proc, f: "socket", type: "info", id }, at);
  const facts = readDrain(
    [
      closing("a", 1006, 5),
      closing("a", 4200, 11),
      closing("b", 4200, 14),
      closing("a", 4100, 15),
      closing("c", 1006, 25),
    ],
    10,
    20,
  );
  expect([...facts.firstCodes]).toEqual([
    ["a", 4200],
    ["b", 4200],
  ]);
  expect(facts.closingMs).toBe(3);
});
