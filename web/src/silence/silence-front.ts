import type { PartFront } from "../part.ts";
import type { SilenceCommands, SilenceState } from "./silence-shape.ts";

export const silenceFront: PartFront<SilenceState, SilenceCommands> = {
  initial: { silencing: {} },
  commands: (dispatch) => ({
    silence: (person, isSilenced) => dispatch({ type: "silence/asked", person, isSilenced }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
