import { readConfig } from "../settings/config.ts";

/** The limits of a server without settings, read as a server reads them, so that a wrong default or name causes a failure. */
export const usualLimits = readConfig({}, "/").limits;
