import { lastNames, lastParts } from "../last-parts.ts";
import { laterCode, laterNames } from "../later-parts.ts";
import type { AnyPart } from "../part.ts";
import { firstNames, firstParts } from "../parts.ts";

/** Every slice of the page, in the order of handling an event. */
export const parts: readonly AnyPart[] = [...firstParts, ...laterCode.parts, ...lastParts];
export const partNames: readonly string[] = [...firstNames, ...laterNames, ...lastNames];
