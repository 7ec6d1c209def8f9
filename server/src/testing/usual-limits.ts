import { readConfig } from "../settings/config.ts";

/** The limits of a server without settings, read the way a server reads them, so that a wrong default or name fails. */
export const usualLimits = readConfig({}, "/").limits;
