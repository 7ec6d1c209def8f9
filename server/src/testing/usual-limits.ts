import { readConfig } from "../settings/config.ts";

/** The limits of a server whose settings say nothing of them, read as it reads them: a wrong default or name fails at its edge. */
export const usualLimits = readConfig({}, "/").limits;
