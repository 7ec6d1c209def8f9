import type { Part } from "../state/part.ts";
import type { AdministrationState } from "./administration-shape.ts";

export const loading = { phase: "loading", error: null } as const;
export const noPages = { ...loading, list: [], total: 0, page: 0 };
export const noProof = { isBusy: false, error: null, needsCode: false };

/** The events of `late-part.ts` come from late components. */
export const administrationPart: Part<AdministrationState> = {
  initial: {
    administration: {
      people: { ...noPages, question: "" },
      tokens: { ...loading, list: [] },
      audit: { ...noPages, question: {} },
      installation: { ...loading, value: null },
      hours: { ...loading, value: null, edited: null },
      change: null,
      proof: noProof,
    },
  },
  handlers: {},
};
