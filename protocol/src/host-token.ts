import { type Static, Type } from "typebox";
import { hostTokenCharactersMax } from "./limits.ts";

/** EMB-2: a JWT that the host's server signed, and the origin of the page that handed it to the frame. */
export const HostToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: hostTokenCharactersMax }),
  origin: Type.Optional(Type.String({ maxLength: 300 })),
});

/**
 * EMB-2: what is wrong with a host's token. Of one that is not signed with the installation's secret nothing more is said than
 * `signature`; `off` says that the installation has none.
 */
export const HostTokenProblem = Type.Union([
  Type.Literal("off"),
  Type.Literal("signature"),
  Type.Literal("claims"),
  Type.Literal("audience"),
  Type.Literal("origin"),
  Type.Literal("lifetime"),
  Type.Literal("future"),
  Type.Literal("expired"),
  Type.Literal("used"),
  Type.Literal("person"),
]);
export type HostTokenProblem = Static<typeof HostTokenProblem>;
