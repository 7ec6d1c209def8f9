import { meFromWire } from "../api/from-wire.ts";
import { fits, isId, isKind, listOf } from "../api/shapes.ts";
import type { Part } from "../part.ts";
import type { CallError } from "../state/entities.ts";
import type { SilenceCommands, SilenceEffects, SilenceEvents, SilenceState } from "./silence-shape.ts";
import { followSilences, silenceHandlers } from "./silence-state.ts";

/** The error of an answer without a result. */
const noResult: CallError = { code: "unexpected", message: "", fieldErrors: {}, retryAfterSeconds: null };

/** Whom a person silences. */
export const silencePart: Part<SilenceState, SilenceEvents, SilenceEffects, SilenceCommands> = {
  initial: { silencing: {} },
  commands: (dispatch) => ({
    silence: (person, isSilenced) => dispatch({ type: "silence/asked", person, isSilenced }),
  }),
  handlers: silenceHandlers,
  follow: followSilences,
  run: ({ api: { call }, settle }) => ({
    "call-silence": ({ person, isSilenced }) =>
      settle(
        call("silencePerson", {
          params: { userId: person.id, type: person.kind },
          body: { silenced: isSilenced },
        }),
        ({ user }) =>
          fits<typeof user>(user, { id: isId, users_silenced: listOf({ user_id: isId, type: isKind }) })
            ? { type: "silence/answered", person, isSilenced, me: meFromWire(user) }
            : { type: "silence/failed", person, error: noResult },
        (error) => ({ type: "silence/failed", person, error }),
      ),
  }),
};
