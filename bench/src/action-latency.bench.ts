import { randomUUID } from "node:crypto";
import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { BenchReport } from "./bench-report.ts";
import { ActionStage, type Act, type Person } from "./action-stage.ts";
import { quantile } from "./durable-sends/quantile.ts";
import { median } from "./median.ts";

/** PERF-8: how long an action may take to reach everybody else's sockets, relative to a message (p50). */
const RATIO_MAX = 1.5;
const kinds = ["message", "like", "take-over"] as const;
type Kind = (typeof kinds)[number];

/** Measures the time from a request's first byte to the last frame at each of the other sockets. Kinds take turns, with pauses in between. */
export async function benchActionLatency(isQuick: boolean): Promise<BenchReport> {
  const [rounds, turns] = isQuick ? [1, 40] : [5, 60];
  const stage = await ActionStage.open();
  const measured: Readonly<Record<Kind, number>>[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(stage, turns));
  } finally {
    await stage.close();
  }
  const counted = measured.slice(1);
  const ratio = (kind: Kind): number => median(counted.map((round) => round[kind] / round.message));
  return {
    name: "action-latency",
    gates: (["like", "take-over"] as const).map((kind) => ({
      title: `p50 of a ${kind} to everybody else against that of a message`,
      value: ratio(kind),
      limit: RATIO_MAX,
      unit: "",
    })),
    lines: [
      `${stage.rooms} rooms with ${stage.socketsPerRoom} sockets each, ${turns} of each kind in turn in each of ${rounds} rounds.`,
      "",
      "| | p50 ms | against a message |",
      "| --- | ---: | ---: |",
      ...kinds.map((kind) => {
        const p50 = median(counted.map((round) => round[kind]));
        return `| ${kind} | ${p50.toFixed(2)} | ${ratio(kind).toFixed(2)} |`;
      }),
    ],
    figures: counted,
  };
}

/** Runs each kind in every room in turn, so that all sockets have been idle equally long (LIVE-9). */
async function measure(stage: ActionStage, turns: number): Promise<Readonly<Record<Kind, number>>> {
  const times: Record<Kind, number[]> = { message: [], like: [], "take-over": [] };
  const rooms = Array.from({ length: stage.rooms }, (_, index) => index + 1);
  for (let turn = 0; turn < turns; turn += stage.rooms) {
    const written = new Map<number, number>();
    for (const room of rooms) {
      const { body, latenciesMs } = await stage.act(message(stage.customerOf(room), room));
      times.message.push(...latenciesMs);
      written.set(room, (body as { message: { id: number } }).message.id);
    }
    for (const [kind, state] of [
      ["like", true],
      ["take-over", true],
      ["take-over", false],
    ] as const) {
      for (const [room, id] of written) {
        times[kind].push(...(await stage.act(action(kind, stage.staffOf(room), room, id, state))).latenciesMs);
      }
    }
  }
  const p50s = { message: 0, like: 0, "take-over": 0 };
  for (const kind of kinds) p50s[kind] = quantile(times[kind], 0.5);
  console.log(kinds.map((kind) => `${kind} p50 ${p50s[kind].toFixed(2)} ms`).join(", "));
  return p50s;
}

const action = (kind: "like" | "take-over", by: Person, room: number, id: number, state: boolean): Act => ({
  by,
  room,
  path: `/chat/${room}/action/${id}/${kind === "like" ? likeAction : takeOverAction}/customer`,
  body: { state },
  lastEvent: kind === "like" ? "ChatMessageAction" : "RoomUpdated",
});

const message = (by: Person, room: number): Act => ({
  by,
  room,
  path: `/publish/${room}`,
  body: { message: "Bună ziua, mai este valabilă oferta pentru plăcuțe?", client_id: randomUUID() },
  lastEvent: "ChatMessage",
});
