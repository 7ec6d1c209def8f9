import { Type } from "typebox";
import { clientId } from "./examples.ts";

/** A positive integer below 2^53 (ERR-4). */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** A number of a room's event log, 0 before the first (MSG-5). */
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** ISO 8601 in UTC with milliseconds (ERR-4). */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
});
/** Hours and minutes on a clock of 24 hours. */
export const TimeOfDay = Type.String({ pattern: String.raw`^(?:[01]\d|2[0-3]):[0-5]\d$` });
/** A decimal string with two places, never a float (OFF-1). */
export const Money = Type.String({ pattern: String.raw`^-?\d+\.\d{2}$` });
/** A flag that the wire writes as 0 or 1. */
export const BinaryFlag = Type.Union([Type.Literal(0), Type.Literal(1)]);
/** The client's own key of a message: a UUID in lower case (MSG-2). */
export const ClientId = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: [clientId],
});
