import { Type } from "typebox";
import { Credentials, SignedIn } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { radu, token } from "./examples.ts";
import { HostToken, HostTokenProblem } from "./host-token.ts";
import { hostTokenSecondsMax } from "./limits.ts";
import { User } from "./participant.ts";
import { PublicSettings } from "./public-settings.ts";
import { described, exampleOf, shape } from "./shape.ts";

const user = exampleOf(User);
const wrong = {
  invalid_credentials: "The user name is unknown, the password is wrong, or the person signs in by the other call.",
};

export const signInEndpoints = {
  settings: {
    method: "GET",
    path: "/api/v1/settings",
    access: "public",
    limit: "unknownCalls",
    summary: "Read the public settings",
    description:
      "What a client needs before anybody signs in: the key of the live connection, its port, and the longest file. Nothing in it is secret.",
    answers: { 200: described(PublicSettings, "The settings.") },
  },
  login: {
    method: "POST",
    path: "/api/v1/login",
    access: "public",
    limit: "signIn",
    summary: "Sign in as a customer or agent",
    description: "Gives a token for this device. Others of the same person stay signed in.",
    errors: wrong,
    body: Credentials,
    answers: { 200: SignedIn },
  },
  erpLogin: {
    method: "POST",
    path: "/api/v1/erp/login",
    access: "public",
    limit: "signIn",
    summary: "Sign in as an ERP user",
    description: "The same as `login`, for ERP users. A person signs in by one of the two alone.",
    errors: wrong,
    body: described(Credentials, "Of an ERP user.", { username: "radu", password: "demo" }),
    answers: {
      200: described(SignedIn, "The token, and who signed in.", {
        token,
        user: {
          ...user,
          ...radu,
          username: "radu",
          rooms: { pinned: [], muted: [], unread: [] },
          notifications: { privacy: "what", quiet: null },
        },
      }),
    },
  },
  embedLogin: {
    method: "POST",
    path: "/api/v1/embed/login",
    access: "public",
    limit: "signIn",
    summary: "Sign in by a host's token",
    description: `In a frame inside another page, takes a JWT that this page's server signed: HS256 with the installation's secret (\`EMBED_SECRET\`), \`aud\` the address that people open here, \`origin\` that of the page, \`sub\` a username, \`jti\` that no other token has, \`iat\` and \`exp\` at most ${hostTokenSecondsMax} s later. It works once. A frame adds the origin that handed it the token, which must be the token's.`,
    errors: {
      embed_token_refused:
        "The token does not sign anybody in; `details` names the problem, and of a token that is not signed with the secret nothing but that.",
    },
    body: HostToken,
    answers: { 200: SignedIn },
    details: {
      embed_token_refused: Type.Object({ problem: HostTokenProblem }, { examples: [{ problem: "expired" }] }),
    },
  },
  logout: {
    method: "POST",
    path: "/api/v1/logout",
    access: "optional",
    limit: "reads",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Sign this device out",
    description:
      "Ends the token and closes its live connections (4009). A device that lost its token names the session instead: the SHA-256 of the token, in hex.",
    errors: { unauthenticated: "The token is not good, or neither a token nor a session was sent." },
    // AUTH-4: SHA-256 of the session's token, in hex. Without a bearer token the call only ends that session.
    body: Type.Optional(Type.Object({ session: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })) })),
    answers: { 200: shape("The token is worth nothing any more.", { logged_out: Type.Literal(true) }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
