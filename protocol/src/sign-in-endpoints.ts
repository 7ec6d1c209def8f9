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
  invalid_credentials: "The username is unknown, the password is wrong, or the person must use the other sign-in call.",
};

export const signInEndpoints = {
  settings: {
    method: "GET",
    path: "/api/v1/settings",
    access: "public",
    limit: "unknownCalls",
    summary: "Get the public settings",
    description:
      "What a client needs before sign-in, such as the key and port of the live connection and the largest file. Nothing in it is secret.",
    answers: { 200: described(PublicSettings, "The settings.") },
  },
  login: {
    method: "POST",
    path: "/api/v1/login",
    access: "public",
    limit: "signIn",
    summary: "Sign in as a customer or agent",
    description: "Returns a token for this device. The person's other devices stay signed in.",
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
    description: "The same as `login`, for ERP users. Each person can use only one of the two.",
    errors: wrong,
    body: described(Credentials, "The credentials of an ERP user.", { username: "radu", password: "demo" }),
    answers: {
      200: described(SignedIn, "The token and the signed-in person.", {
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
    summary: "Sign in with a host token",
    description: `For a frame inside another page: takes a JWT that the page's server signed by HS256 with the installation's secret (\`EMBED_SECRET\`). \`aud\` is the address people open, \`origin\` the page's, \`sub\` a username, \`jti\` unique to the token, and \`exp\` at most ${hostTokenSecondsMax} s after \`iat\`. A token works once. A frame also sends the origin that gave it the token, which must match the token's.`,
    errors: {
      embed_token_refused:
        "The token was refused; `details` names the problem. If the signature is invalid, no other problem is revealed.",
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
    takesOneRoom: "own",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Sign out this device",
    description:
      "Ends the session and closes its live connections (4009). A device without its token sends `session` instead: the SHA-256 of the token, in hex.",
    errors: { unauthenticated: "The token is invalid, or neither a token nor a session was sent." },
    // AUTH-4: SHA-256 of the session's token, in hex. Without a bearer token the call only ends that session.
    body: Type.Optional(Type.Object({ session: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })) })),
    answers: { 200: shape("The token is no longer valid.", { logged_out: Type.Literal(true) }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
