import type { Part } from "../state/part.ts";
import {
  type SilenceCommands,
  type SilenceEffects,
  type SilenceEvents,
  type SilenceState,
  followSilences,
  silenceHandlers,
} from "./silence-state.ts";

export const silencePart: Part<SilenceState, SilenceEvents, SilenceEffects, SilenceCommands> = {
  initial: { silencing: {} },
  commands: (dispatch) => ({
    silence: (person, isSilenced) => dispatch({ type: "silence/asked", person, isSilenced }),
  }),
  handlers: silenceHandlers,
  follow: followSilences,
};
