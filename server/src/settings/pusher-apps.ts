import { type Static, Type } from "typebox";
import { Check } from "typebox/schema";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { PusherApp } from "../realtime/realtime-options.ts";
import type { Kind } from "./settings.ts";

const Entries = Type.Array(
  Type.Object({
    id: Type.String({ pattern: "^[0-9]{1,18}$" }),
    key: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    secret: Type.String({ minLength: 8 }),
  }),
);

export const pusherApps: Kind<Static<typeof Entries>> = {
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

/** SEC-8: Sentences about secrets that can be guessed offline from a signature. Pusher's own 20 hex digits have 80 bits. */
export function weakSecrets(own: string | null, further: Static<typeof Entries>): readonly string[] {
  const isWeak = (secret: string): boolean => secret.length < 32 && !/^[0-9a-f]{20}$/u.test(secret);
  const wanted = "is too easily guessed: allowed are 32 characters or more, or 20 hex digits as Pusher makes them.";
  const weak = further.filter(({ secret }) => isWeak(secret));
  return [
    ...(own !== null && isWeak(own) ? [`PUSHER_APP_SECRET ${wanted}`] : []),
    ...weak.map(({ id }) => `PUSHER_APPS has an entry with the id ${id} whose secret ${wanted}`),
  ];
}

type Names = Pick<PusherApp, "id" | "key">;

/** RUN-6: Ids and keys must be distinct, or one application would silently take another's sockets. */
export function checkDistinctApps(own: Names, further: readonly Names[]): void {
  for (const [index, app] of further.entries()) {
    for (const name of ["id", "key"] as const) {
      const isOwn = own[name] === app[name];
      if (!isOwn && !further.slice(0, index).some((earlier) => earlier[name] === app[name])) continue;
      throw new StartupProblem(
        `PUSHER_APPS has an entry with the ${name} ${app[name]}, which ${isOwn ? "Cuplaj's own application" : "another entry"} has already: each needs an id and a key of its own.`,
      );
    }
  }
}
