import { randomUUID } from "node:crypto";
import { type Answer, createCaller, outcomeOf, wordOf } from "../clients/http-caller.ts";
import type { Stage } from "../history-run.ts";
import { query } from "../product/database.ts";
import type { SeededRoom } from "../product/world.ts";
import { type CutPoint, cutPoints } from "../proxy/cut.ts";
import type { FaultProxy } from "../proxy/fault-proxy.ts";

const rounds = 8;
/** The status of the repeated send, which stores the message if the first one did not arrive, and otherwise returns it. */
const statusAfter: Readonly<Record<CutPoint, number>> = {
  "before-request-end": 201,
  "before-answer": 200,
  "mid-answer": 200,
};

/** MSG-2: cuts a send at each point where the sender loses the response. There must be one row, and every response must name the same message. */
export async function cutEachPoint(stage: Stage, proxy: FaultProxy): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const point of cutPoints) {
    for (let round = 0; round < rounds; round += 1) {
      const wrong = await cutOne(stage, proxy, point, stage.random.pick(stage.world.rooms));
      if (wrong !== null) broken.push(`${point}: ${wrong}`);
    }
  }
  stage.context.say(
    `${rounds} sends cut at each of ${cutPoints.join(", ")}: ${broken.length === 0 ? "one row each, all answers alike" : "NOT as they must be"}`,
  );
  return broken;
}

async function cutOne(stage: Stage, proxy: FaultProxy, point: CutPoint, room: SeededRoom): Promise<string | null> {
  const { product, recorder, random } = stage;
  const person = random.pick(room.members);
  const proc = `cutter-${person.id}`;
  recorder.write({ proc, f: "person", type: "ok", value: person.id });
  const key = randomUUID();
  const send = async (address: string): Promise<Answer> => {
    const caller = createCaller({ address, token: person.token });
    recorder.write({ proc, f: "publish", type: "invoke", room: room.id, key, value: recorder.now() });
    const body = { message: `${room.nonce} ${key}`, client_id: key };
    const answer = await caller.call("POST", `/api/v1/publish/${room.id}`, body);
    caller.close();
    const type = outcomeOf(answer);
    const { id, seq } = type === "ok" && answer.kind === "answer" ? answer.body.message : { id: null, seq: null };
    recorder.write({ proc, f: "publish", type, room: room.id, key, id, seq, value: wordOf(answer) });
    return answer;
  };
  const cut = proxy.cutNext({ point, matching: `POST /api/v1/publish/${room.id}` });
  const first = await send(proxy.url);
  if (first.kind !== "unknown") return `the first send was answered ${wordOf(first)} though it was cut`;
  await cut;
  const again = [await send(product.address), await send(proxy.url)];
  const words = again.map(wordOf).join(", ");
  if (words !== `${statusAfter[point]}, 200`) return `the same send again was answered ${words}`;
  const [one, other] = again.map((answer) => (answer.kind === "answer" ? answer.body.message : null));
  if (one.id !== other.id || one.seq !== other.seq) return `answered as ${one.id} and as ${other.id}`;
  const rows = await query<{ id: string }>(product.dataDir, "select id from messages where client_id = $1", [key]);
  return rows.length === 1 ? null : `${rows.length} rows`;
}
