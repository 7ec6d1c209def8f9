import type { Part } from "../state/part.ts";
import type {
  SilenceCommands,
  SilenceEffects,
  SilenceEvents,
  SilenceState,
} from "../state/participants/silence-shape.ts";
import { followSilences, silenceHandlers } from "./silence-state.ts";

/** Whom a person silences. */
export const silencePart: Part<SilenceState, SilenceEvents, SilenceEffects, SilenceCommands> = {
  initial: { silencing: {} },
  commands: (dispatch) => ({
    silence: (person, isSilenced) => dispatch({ type: "silence/asked", person, isSilenced }),
  }),
  handlers: silenceHandlers,
  follow: followSilences,
};
