import { hostTokenSecondsMax } from "../limits.ts";
import { user } from "./examples.ts";
import type { CallDocs } from "./call-doc.ts";

const token = "Zp3m0vV1c6bq0b7X1k9y2wq8d5r4t6u7";
const hostToken =
  "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJodHRwczovL2NoYXQuZXhhbXBsZS5ybyJ9.dJ2pTq0w8rS6mFv1XcYkHh3bLz5NaUeGgPi7oQ4WxEs";
const wrong = {
  invalid_credentials: "The user name is unknown, the password is wrong, or the person signs in by the other call.",
};

export const signInDocs = {
  settings: {
    tag: "sign-in",
    summary: "Read the public settings",
    description:
      "What a client needs before anybody signs in: the key of the live connection, its port, and the longest file. Nothing in it is secret.",
    permissions: [],
    request: {},
    answers: {
      200: {
        says: "The settings.",
        example: {
          version: "0.1.0",
          pusher_key: "4f1c2a9be07d",
          wss_port: 8443,
          embed_origins: ["https://parts.example.ro"],
          upload_bytes_max: 26_214_400,
          sentry_dsn: null,
          register_text: { ro: "Conturile le face magazinul.", en: "The shop makes the accounts." },
          vapid_public_key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
          forgotten_password_text: { ro: "Sună la magazin.", en: "Call the shop." },
          demo_accounts: [],
        },
      },
    },
  },
  login: {
    tag: "sign-in",
    summary: "Sign in as a customer or agent",
    description: "Gives a token for this device. Others of the same person stay signed in.",
    permissions: [],
    errors: wrong,
    request: { body: { username: "ana", password: "demo" } },
    answers: { 200: { says: "The token, and who signed in.", example: { token, user } } },
  },
  erpLogin: {
    tag: "sign-in",
    summary: "Sign in as an ERP user",
    description: "The same as `login`, for ERP users. A person signs in by one of the two alone.",
    permissions: [],
    errors: wrong,
    request: { body: { username: "radu", password: "demo" } },
    answers: {
      200: {
        says: "The token, and who signed in.",
        example: {
          token,
          user: {
            ...user,
            id: 3,
            name: "Radu Marin",
            username: "radu",
            type: "erp",
            rooms: { pinned: [], muted: [], unread: [] },
            notifications: { privacy: "what", quiet: null },
          },
        },
      },
    },
  },
  embedLogin: {
    tag: "sign-in",
    summary: "Sign in by a host's token",
    description: `In a frame inside another page, takes a JWT that this page's server signed: HS256 with the installation's secret (\`EMBED_SECRET\`), \`aud\` the address that people open here, \`origin\` that of the page, \`sub\` a username, \`jti\` that no other token has, \`iat\` and \`exp\` at most ${hostTokenSecondsMax} s later. It works once. A frame adds the origin that handed it the token, which must be the token's.`,
    permissions: [],
    errors: {
      embed_token_refused:
        "The token does not sign anybody in; `details` names the problem, and of a token that is not signed with the secret nothing but that.",
    },
    details: { embed_token_refused: { problem: "expired" } },
    request: { body: { token: hostToken, origin: "https://parts.example.ro" } },
    answers: { 200: { says: "The token, and who signed in.", example: { token, user } } },
  },
  logout: {
    tag: "sign-in",
    summary: "Sign this device out",
    description:
      "Ends the token and closes its live connections (4009). A device that lost its token names the session instead: the SHA-256 of the token, in hex.",
    permissions: [],
    errors: { unauthenticated: "The token is not good, or neither a token nor a session was sent." },
    request: {},
    answers: { 200: { says: "The token is worth nothing any more.", example: { logged_out: true } } },
  },
} satisfies Partial<CallDocs>;
