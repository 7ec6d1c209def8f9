import type { ApiClient, CallResult } from "../../api/api-client.ts";
import { meFromWire } from "../../api/from-wire.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";
import type { AnsweredFactor, AskedFactor, TwoFactorEffects } from "./two-factor-state.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof TwoFactorEffects> => ({
  "call-two-factor": ({ asked }) =>
    settle(
      ask(call, asked),
      (answer) =>
        asked.kind === "store" ? { type: "two-factor/codes-stored" } : { type: "two-factor/answered", answer },
      (error) => ({ type: "two-factor/failed", error }),
    ),
});

async function ask(call: ApiClient["call"], asked: AskedFactor): Promise<CallResult<AnsweredFactor>> {
  switch (asked.kind) {
    case "view":
      return mapped(await call("viewSecondFactor"), (own) => ({ own }));
    case "offer":
      return mapped(await call("offerSecondFactor", { body: asked.proof ?? {} }), (offered) => ({
        offered,
      }));
    case "confirm":
      return mapped(
        await call("confirmSecondFactor", { body: { code: asked.code, secret: asked.secret } }),
        ({ recovery_codes: codes, user }) => ({ codes, me: meFromWire(user) }),
      );
    case "give":
      return mapped(await call("giveSecondFactor", { body: { code: asked.code } }), ({ user }) => ({
        me: meFromWire(user),
      }));
    case "renew":
      return mapped(await call("renewRecoveryCodes", { body: asked.proof }), ({ recovery_codes: codes }) => ({
        codes,
      }));
    case "store":
      return mapped(await call("storeRecoveryCodes", { body: { code: asked.code } }), (own) => ({ own }));
  }
}

const mapped = <Value>(
  result: CallResult<Value>,
  answer: (value: Value) => AnsweredFactor,
): CallResult<AnsweredFactor> => (result.ok ? { ok: true, value: answer(result.value) } : result);
