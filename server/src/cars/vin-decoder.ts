import { VehicleToStore } from "@cuplaj/protocol/request.ts";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/schema";
import { setNewest } from "../kernel/bounded-map.ts";
import type { Clock } from "../kernel/clock.ts";
import type { GetJson } from "../kernel/get-json.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { AskVinDecoder, DecodedVin } from "./decode-vin.ts";

interface DecoderParts {
  readonly addressOf: (vin: string) => URL;
  readonly get: GetJson;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Pick<Log, "warn">;
}

/** CAR-5b: limits of one request. */
export const decoderLimits = { msMax: 3000, bytesMax: 64 * 1024 } as const;

const [answerMs, failureMs] = [24 * 60 * 60 * 1000, 60 * 1000];
const [answersMax, requestsMax] = [1000, 4];

const { make, model, year, engine } = VehicleToStore.properties;
const known = <Of extends TSchema>(schema: Of) => Type.Optional(Type.Union([schema, Type.Null()]));
const answerValidator = Compile(
  Type.Object({ make: known(make), model: known(model), year: known(year), engine: known(engine) }),
);

interface Asked {
  readonly answer: Promise<DecodedVin | null>;
  untilMs: number;
}

/** CAR-5a: asks the decoder of `VIN_DECODER_URL`, and remembers its answers for a day and its failures for a minute. */
export function createVinDecoder({ addressOf, get, clock, log }: DecoderParts): AskVinDecoder {
  const asked = new Map<string, Asked>();
  const logFailure = oncePerMinute<string>(clock, (count, reason) =>
    log.warn({ count, reason }, "the VIN decoder failed"),
  );
  let requests = 0;
  async function ask(vin: string): Promise<DecodedVin | null> {
    requests += 1;
    try {
      const { status, body } = await get(addressOf(vin));
      // A decoder that does not know a VIN has answered.
      if (status === 404) return {};
      if (answerValidator.Check(body)) return body;
      logFailure(status === 200 ? "its answer has another form" : `status ${status}`);
    } catch (error) {
      logFailure(reasonOf(error));
    } finally {
      requests -= 1;
    }
    return null;
  }
  return async (vin) => {
    const before = asked.get(vin);
    if (before !== undefined && clock.steadyMs() < before.untilMs) return await before.answer;
    if (requests >= requestsMax) return null;
    const now: Asked = { answer: ask(vin), untilMs: Infinity };
    setNewest(asked, vin, now, answersMax);
    const answer = await now.answer;
    now.untilMs = clock.steadyMs() + (answer === null ? failureMs : answerMs);
    return answer;
  };
}
