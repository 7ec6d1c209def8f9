import type { CallError } from "../state/entities.ts";
import { meFromWire } from "../api/from-wire.ts";
import { fits, isId, isKind, listOf } from "../api/shapes.ts";
import type { SilenceEffects } from "./silence-part.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

const noResult: CallError = { code: "unexpected", message: "", fieldErrors: {}, retryAfterSeconds: null };

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof SilenceEffects> => ({
  "call-silence": ({ person, isSilenced }) =>
    settle(
      call("silencePerson", { params: { userId: person.id, type: person.kind }, body: { silenced: isSilenced } }),
      ({ user }) =>
        fits<typeof user>(user, { id: isId, users_silenced: listOf({ user_id: isId, type: isKind }) })
          ? { type: "silence/answered", person, isSilenced, me: meFromWire(user) }
          : { type: "silence/failed", person, error: noResult },
      (error) => ({ type: "silence/failed", person, error }),
    ),
});
