import { type Static, Type } from "typebox";
import { Check } from "typebox/schema";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { PusherApp } from "../realtime/realtime-options.ts";
import { type Kind, type ReadSetting, refuse, secret, text } from "./settings.ts";

const Entries = Type.Array(
  Type.Object({
    id: Type.String({ pattern: "^[0-9]{1,18}$" }),
    key: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    secret: Type.String({ minLength: 8 }),
  }),
);

/** Additional applications of the Pusher protocol. */
const pusherApps: Kind<Static<typeof Entries>> = {
  allowed: 'JSON such as [{"id": "2", "key": "shop", "secret": "at least 8 characters"}]',
  fallback: [],
  isSecret: true,
  parse(given) {
    try {
      const entries: unknown = JSON.parse(given);
      return Check(Entries, entries) ? entries : undefined;
    } catch {
      return undefined;
    }
  },
};

/** Reads the Pusher applications in the settings, and warnings about weak secrets. */
export function readPusherApps(read: ReadSetting, isPublic: boolean) {
  const isKey = (given: string): boolean => /^[A-Za-z0-9_-]{1,64}$/u.test(given);
  const pusherApp = {
    id: read(
      "PUSHER_APP_ID",
      text("a number", null, (given) => /^[0-9]{1,18}$/u.test(given)),
      "Pusher application's id; unset, generated.",
    ),
    key: read(
      "PUSHER_APP_KEY",
      text("1 to 64 letters, digits, dashes and underscores", null, isKey),
      "Pusher application's key; unset, generated.",
    ),
    secret: read(
      "PUSHER_APP_SECRET",
      secret("a text of at least 8 characters", (given) => given.length >= 8),
      "Pusher application's secret; unset, generated. A public server needs 32 characters or 20 hex digits.",
    ),
  };
  const furtherPusherApps = read("PUSHER_APPS", pusherApps, "Additional Pusher applications.");
  const weak = weakSecrets(pusherApp.secret, furtherPusherApps);
  refuse(isPublic && weak.length > 0, weak[0] ?? "");
  return {
    /** The configured parts of the first application; a null part is generated once and stored. */
    pusherApp,
    furtherPusherApps,
    /** Sentences to log about secrets that are accepted only because others cannot reach the server. */
    weakSecrets: weak,
  };
}

/**
 * Returns sentences about secrets that can be guessed. Anybody who sees a signature can try secrets offline, so weak ones are refused if others can
 * reach the server (SEC-8). The 20 hex digits that Pusher itself issues have 80 bits and are strong enough.
 */
function weakSecrets(own: string | null, further: Static<typeof Entries>): readonly string[] {
  const isWeak = (secret: string): boolean => secret.length < 32 && !/^[0-9a-f]{20}$/u.test(secret);
  const wanted = "is too easy to guess: use at least 32 characters, or 20 hex digits as Pusher generates them.";
  const weak = further.filter(({ secret }) => isWeak(secret));
  return [
    ...(own !== null && isWeak(own) ? [`PUSHER_APP_SECRET ${wanted}`] : []),
    ...weak.map(({ id }) => `PUSHER_APPS has an entry with the id ${id} whose secret ${wanted}`),
  ];
}

type Names = Pick<PusherApp, "id" | "key">;

/** RUN-6: requires distinct ids and keys, since an application could otherwise silently get another's sockets. */
export function checkDistinctApps(own: Names, further: readonly Names[]): void {
  for (const [index, app] of further.entries()) {
    for (const name of ["id", "key"] as const) {
      const isOwn = own[name] === app[name];
      if (!isOwn && !further.slice(0, index).some((earlier) => earlier[name] === app[name])) continue;
      throw new StartupProblem(
        `PUSHER_APPS has an entry with the ${name} ${app[name]}, which ${isOwn ? "Cuplaj's own application" : "another entry"} already has: each needs its own id and key.`,
      );
    }
  }
}
