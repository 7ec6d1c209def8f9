import { type Static, Type } from "typebox";
import { ShownHours } from "./opening-hours.ts";
import { exampleOf, shape } from "./shape.ts";

export const PublicSettings = shape(
  "The settings a client needs before sign-in.",
  {
    version: Type.String(),
    pusher_key: Type.String({ description: "The key of the live connection." }),
    wss_port: Type.Union([Type.Integer(), Type.Null()], {
      description: "The TLS port of the live connection; null means the page's own.",
    }),
    /** The browser's `applicationServerKey`, base64url (PUSH-1). */
    vapid_public_key: Type.String(),
    /** Origins that may frame our pages, exact or with `*` for the first label (EMB-1). */
    embed_origins: Type.Array(Type.String()),
    upload_bytes_max: Type.Integer({ description: "The largest file, in bytes." }),
    sentry_dsn: Type.Union([Type.String(), Type.Null()], {
      description: "Where the page reports its errors; null if nowhere.",
    }),
    /** WEB-7: how to get an account or a new password, by language. */
    register_text: Type.Object({ ro: Type.String(), en: Type.String() }),
    forgotten_password_text: Type.Object({ ro: Type.String(), en: Type.String() }),
    hours: ShownHours,
    demo_accounts: Type.Array(Type.Object({ username: Type.String(), name: Type.String(), type: Type.String() }), {
      description: "Empty except on a demo installation.",
    }),
  },
  {
    version: "0.1.0",
    pusher_key: "4f1c2a9be07d",
    wss_port: 8443,
    embed_origins: ["https://parts.example.ro"],
    upload_bytes_max: 26_214_400,
    sentry_dsn: null,
    register_text: { ro: "Conturile le face magazinul.", en: "The shop makes the accounts." },
    vapid_public_key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    forgotten_password_text: { ro: "Sună la magazin.", en: "Call the shop." },
    hours: exampleOf(ShownHours),
    demo_accounts: [],
  },
);
export type PublicSettings = Static<typeof PublicSettings>;
