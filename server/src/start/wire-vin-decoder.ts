import type { AskVinDecoder } from "../cars/decode-vin.ts";
import { createVinDecoder, decoderLimits } from "../cars/vin-decoder.ts";
import type { Clock } from "../kernel/clock.ts";
import { createGetJson } from "../kernel/get-json.ts";
import type { Log } from "../kernel/log.ts";
import type { Config } from "../settings/config.ts";
import { vinInAddress } from "../settings/read-vin-decoder.ts";

interface DecoderWiring {
  readonly config: Pick<Config, "vinDecoderUrl">;
  readonly clock: Clock;
  readonly log: Log;
}

/** CAR-5a: the operator chose the address, so it may be private. */
export function wireVinDecoder({ config: { vinDecoderUrl }, clock, log }: DecoderWiring): AskVinDecoder {
  if (vinDecoderUrl === null) return () => Promise.resolve(null);
  return createVinDecoder({
    addressOf: (vin) => new URL(vinDecoderUrl.replaceAll(vinInAddress, vin)),
    get: createGetJson({ isPrivateAllowed: true, clock }, decoderLimits),
    ...{ clock, log },
  });
}
