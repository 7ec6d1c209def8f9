import { randomUUID } from "node:crypto";
import { roomsOfSender, tokenOf, type Workload } from "../durable-sends/workload.ts";

const askEveryMs = 50;
const pauseMs = 200;
/** The timeout of a search, ms. It is long, since the index lags when sends run at full speed, and PERF-15 has a gate of its own. */
const patienceMs = 120_000;
const person = 1;

/** Sends a new word and searches for it, again and again until `isOver`. Returns the times from the send's response to the search's, ms. */
export async function findSaid(port: number, plan: Workload, isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  const [room] = roomsOfSender(plan, person);
  while (!isOver()) {
    const word = `q${randomUUID().replaceAll(/\d|-/gu, "")}${times.length}`;
    await post(port, `/publish/${room}`, { message: `Mai este ${word} pe stoc?`, client_id: randomUUID() });
    const answeredAt = performance.now();
    while (!(await isFound(port, word))) {
      if (performance.now() - answeredAt > patienceMs) throw new Error(`${word} was not found within ${patienceMs} ms`);
      await pause(askEveryMs);
    }
    times.push(performance.now() - answeredAt);
    await pause(pauseMs);
  }
  return times;
}

async function isFound(port: number, word: string): Promise<boolean> {
  const { chats } = (await post(port, "/search", { search: word })) as { chats: readonly unknown[] };
  return chats.length > 0;
}

async function post(port: number, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(person)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
