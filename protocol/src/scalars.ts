import { Type } from "typebox";
import { clientId } from "./examples.ts";

/** Positive, below 2^53 (ERR-4). */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Position in a room's log, 0 before the first entry (MSG-5). */
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** ISO 8601, UTC, milliseconds (ERR-4). */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
});
export const TimeOfDay = Type.String({ pattern: String.raw`^(?:[01]\d|2[0-3]):[0-5]\d$` });
/** Decimal string with two places, never a float (OFF-1). */
export const Money = Type.String({ pattern: String.raw`^-?\d+\.\d{2}$` });
export const BinaryFlag = Type.Union([Type.Literal(0), Type.Literal(1)]);
/** The client's own message key: a lower-case UUID (MSG-2). */
export const ClientId = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: [clientId],
});
