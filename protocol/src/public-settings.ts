import { type Static, Type } from "typebox";

/**
 * What the page needs to know before it can connect, answered by `GET /api/v1/settings` without sign-in: nothing in it is
 * secret. `demo_accounts` is filled in demo mode only (RUN-9).
 */
export const PublicSettings = Type.Object({
  version: Type.String(),
  pusher_key: Type.String(),
  /** The port of the live connection, for pages served behind TLS; null means the page's own port. */
  wss_port: Type.Union([Type.Integer(), Type.Null()]),
  /** With it a browser subscribes to pushes (`applicationServerKey`), in base64url (PUSH-1). */
  vapid_public_key: Type.String(),
  /** Origins whose pages may show ours in a frame, whole or with `*` in place of their first label (EMB-1). */
  embed_origins: Type.Array(Type.String()),
  /** Longest file that is taken here, in bytes (MSG-3). */
  upload_bytes_max: Type.Integer(),
  /** REP-1: where the page reports its errors; null for nowhere. */
  sentry_dsn: Type.Union([Type.String(), Type.Null()]),
  /** WEB-7: who makes accounts here, by language. */
  register_text: Type.Object({ ro: Type.String(), en: Type.String() }),
  /** What somebody does who forgot their password, by language. */
  forgotten_password_text: Type.Object({ ro: Type.String(), en: Type.String() }),
  demo_accounts: Type.Array(Type.Object({ username: Type.String(), name: Type.String(), type: Type.String() })),
});
export type PublicSettings = Static<typeof PublicSettings>;
