import { type Static, Type } from "typebox";
import { hostTokenCharactersMax } from "./limits.ts";

const hostToken =
  "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJodHRwczovL2NoYXQuZXhhbXBsZS5ybyJ9.dJ2pTq0w8rS6mFv1XcYkHh3bLz5NaUeGgPi7oQ4WxEs";

/** EMB-2: a JWT signed by the host's server, and the origin of the page that passed it to the frame. */
export const HostToken = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: hostTokenCharactersMax }),
    origin: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { examples: [{ token: hostToken, origin: "https://parts.example.ro" }] },
);

/** EMB-2: why a token was rejected. `signature` hides all other problems; `off` means no secret is configured. */
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
