import type { ApiClient, CallResult } from "../../api/api-client.ts";
import { meFromWire } from "../../api/from-wire.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";
import type { AnsweredFactor, AskedFactor, TwoFactorEffects } from "./two-factor-part.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof TwoFactorEffects> => ({
  "call-two-factor": ({ asked }) =>
    settle(
      ask(call, asked),
      (answer) =>
        asked.kind === "store" ? { type: "two-factor/codes-stored" } : { type: "two-factor/answered", answer },
      (error) => ({ type: "two-factor/failed", error }),
    ),
});

function ask(call: ApiClient["call"], asked: AskedFactor): Promise<CallResult<AnsweredFactor>> {
  switch (asked.kind) {
    case "view":
      return mapped(call("viewSecondFactor"), (own) => ({ own }));
    case "offer":
      return mapped(call("offerSecondFactor", { body: asked.proof ?? {} }), (offered) => ({ offered }));
    case "confirm": {
      const { code, secret } = asked;
      return mapped(call("confirmSecondFactor", { body: { code, secret } }), ({ recovery_codes: codes, user }) => ({
        codes,
        me: meFromWire(user),
      }));
    }
    case "give":
      return mapped(call("giveSecondFactor", { body: { code: asked.code } }), ({ user }) => ({ me: meFromWire(user) }));
    case "renew":
      return mapped(call("renewRecoveryCodes", { body: asked.proof }), ({ recovery_codes: codes }) => ({ codes }));
    case "store":
      return mapped(call("storeRecoveryCodes", { body: { code: asked.code } }), (own) => ({ own }));
  }
}

async function mapped<Value>(calling: Promise<CallResult<Value>>, answer: (value: Value) => AnsweredFactor) {
  const result = await calling;
  return result.ok ? { ok: true as const, value: answer(result.value) } : result;
}
