import fc from "fast-check";
import { Agent, request } from "node:http";
import { query } from "../product/database.ts";
import { type Product, startProduct } from "../product/product.ts";
import type { FaultRun, RunContext } from "../run.ts";
import { atMost, exactly, type Finding } from "../tabs/finding.ts";
import { type Measured, reportFindings } from "../tabs/findings-report.ts";
import { type FuzzedCall, fuzzedCalls, type KnownMessage } from "./fuzzed-calls.ts";
import { type ApiDocument, readApiDocument } from "./openapi.ts";
import { demoToken } from "./demo-tokens.ts";

const callsTotal = 20_000;
const atOnce = 8;
const answerMsMax = 1000;
const bodyMax = 1_000_000;
/** Statuses that any call may return: for an unacceptable header or body, an address that is too long, or an unknown route. */
const anyCalls = new Set([400, 404, 405, 413, 414, 415, 431]);

export const fuzzCalls: FaultRun = {
  name: "fuzz-calls",
  about:
    "SEC-14: 20,000 odd calls from the API's own document: none fails the server, none hangs, each answer is documented",
  run: async (context) => reportFindings("fuzz-calls", await measure(context), context),
};

interface Answered {
  readonly call: FuzzedCall;
  /** The status; 0 if the connection ended without a response. */
  readonly status: number;
  readonly ms: number;
}

async function measure(context: RunContext): Promise<Measured> {
  const product = await startProduct({ settings: { DEMO: "1" }, isJudgedByLeftovers: false });
  try {
    const document = await readApiDocument(product.address);
    const answers = await askAll(product, callsOf(document, await knownMessages(product.dataDir), context.seed));
    return {
      findings: judge(document, answers, context.say),
      errorLines: product.errors.length === 0 ? [] : product.errors,
    };
  } finally {
    await product.stop();
  }
}

const knownMessages = (dataDir: string): Promise<readonly KnownMessage[]> =>
  query<KnownMessage>(
    dataDir,
    `select room_id::integer as "roomId", room_id::integer as "channelId", m.id::integer as "messageId", kind as type
     from messages m join participants p on p.id = author_id order by m.id limit 100`,
  );

/** The same number of calls for each operation, shuffled. */
function callsOf(document: ApiDocument, messages: readonly KnownMessage[], seed: number): readonly FuzzedCall[] {
  const each = Math.ceil(callsTotal / document.operations.length);
  const calls = document.operations.flatMap((operation, index) =>
    fc.sample(fuzzedCalls(operation, document, messages), { numRuns: each, seed: seed + index }),
  );
  const [mixed] = fc.sample(fc.shuffledSubarray(calls, { minLength: calls.length }), { numRuns: 1, seed });
  return mixed ?? [];
}

async function askAll({ address, dataDir }: Product, calls: readonly FuzzedCall[]): Promise<readonly Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tokens = ["ana", "radu", "mia", "admin"].map((username) => demoToken(dataDir, username));
  const answers: Answered[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) {
      const call = calls[at];
      if (call === undefined) return;
      const who = at % (tokens.length + 1);
      const token = await tokens[who]?.();
      const answer = await ask(address, call, token, agent);
      // Some calls end the session that makes them.
      if (answer.status === 401) tokens[who]?.forget();
      answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // Other load may delay a call once; a call that really hangs does so again.
  for (const [at, { call, ms }] of answers.entries())
    if (ms > answerMsMax) answers[at] = await ask(address, call, await tokens[0]?.(), agent);
  agent.destroy();
  return answers;
}

function ask(address: string, call: FuzzedCall, token: string | undefined, agent: Agent): Promise<Answered> {
  const beganAt = performance.now();
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(call.body === null ? {} : { "content-type": call.contentType, "content-length": Buffer.byteLength(call.body) }),
  };
  return new Promise((resolve) => {
    const done = (status: number): void => resolve({ call, status, ms: performance.now() - beganAt });
    const sent = request(`${address}${call.target}`, { method: call.operation.method, headers, agent }, (response) => {
      response.resume().once("close", () => done(response.statusCode ?? 0));
    });
    sent.once("error", () => done(0));
    sent.end(call.body ?? undefined);
  });
}

function judge(
  { operations }: ApiDocument,
  answers: readonly Answered[],
  say: (line: string) => void,
): readonly Finding[] {
  // The server cuts off bodies that are too large, so its response may get lost.
  const isCutOff = ({ status, call: { body } }: Answered): boolean => status === 0 && (body?.length ?? 0) > bodyMax;
  const failed = answers.filter((answer) => (answer.status >= 500 || answer.status === 0) && !isCutOff(answer));
  const slow = answers.filter(({ ms }) => ms > answerMsMax);
  const undocumented = answers.filter(
    ({ call: { operation }, status }) =>
      status !== 0 && status < 500 && !operation.statuses.has(status) && !anyCalls.has(status),
  );
  for (const { call, status, ms } of [...failed, ...slow, ...undocumented].slice(0, 40))
    say(
      `${status} in ${ms.toFixed(0)} ms: ${call.operation.method} ${call.target.slice(0, 200)} ${call.body?.slice(0, 200) ?? ""}`,
    );
  const good = new Set(answers.filter(({ status }) => status < 300 && status > 0).map(({ call }) => call.operation.id));
  const never = operations.filter(({ id }) => !good.has(id)).map(({ id }) => id);
  return [
    {
      what: "calls made",
      measured: String(answers.length),
      bound: `at least ${callsTotal}`,
      holds: answers.length >= callsTotal,
    },
    exactly("answers 5xx, and connections that ended without one", failed.length, 0),
    exactly("answers that the document does not name", undocumented.length, 0),
    exactly(`answers after more than ${answerMsMax} ms, twice`, slow.length, 0),
    {
      what: "operations that never succeeded",
      measured: never.join(", ") || "none",
      bound: "told, not bound",
      holds: true,
    },
    atMost("the slowest answer", Math.max(...answers.map(({ ms }) => ms)), answerMsMax, "ms"),
  ];
}
