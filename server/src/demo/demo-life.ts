import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Clock, Timer } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SecurityEvent, SecurityFact } from "../kernel/security-log.ts";
import { demoPeople, type DemoUsername, publicPassword } from "./content/people.ts";

/** `afterMs` is measured from the first sign-in. */
type Scene = { readonly afterMs: number; readonly by: DemoUsername; readonly offer: number } & (
  | { readonly says: string }
  | { readonly code: string; readonly price: string }
);

export const demoScenes: readonly Scene[] = [
  {
    ...{ afterMs: 8_000, by: "mihai", offer: 10006 },
    says: "gata, a zis omul da. iau bobina si cele 4 bujii. pana la ce ora le pot ridica?",
  },
  { ...{ afterMs: 20_000, by: "admin", offer: 10002 }, code: "KP15578XS", price: "421.90" },
  {
    ...{ afterMs: 26_000, by: "ioana", offer: 10002 },
    says: "Ana, am obținut un preț mai bun la KP15578XS: 421,90 + TVA. E deja în ofertă.",
  },
  {
    ...{ afterMs: 36_000, by: "ioana", offer: 10010 },
    says: "Elena, am pus deoparte INA 530 0550 32. Mai aveți nevoie de ceva la Passat?",
  },
  {
    ...{ afterMs: 46_000, by: "ioana", offer: 10006 },
    says: "Mihai, bobina și bujiile vă așteaptă la ghișeu, până la 18.",
  },
];

/** Calls the API and returns the response's body; throws if the call is refused. */
export type CallApi = (
  asked: { readonly method: "GET" | "POST" | "PUT"; readonly path: string; readonly body?: object },
  token: string | null,
) => Promise<unknown>;

export type DemoLife = ReturnType<typeof createDemoLife>;

/** RUN-9h: plays the scenes once after the first sign-in, except those of the person who signed in. */
export function createDemoLife({ call, clock, log }: DemoLifeParts) {
  let timers: readonly Timer[] | null = null;
  const playing = new Set<Promise<void>>();
  return {
    note(event: SecurityEvent, { who }: SecurityFact): void {
      if (event !== "sign-in.succeeded") return;
      timers ??= demoScenes.map((scene) =>
        clock.setTimeout(() => {
          const played = play(call, scene, who)
            .catch((err: unknown) => log.info({ err }, "a demo scene was skipped"))
            .finally(() => playing.delete(played));
          playing.add(played);
        }, scene.afterMs),
      );
    },
    async stop(): Promise<void> {
      for (const timer of timers ?? []) clock.clearTimeout(timer);
      timers = [];
      await Promise.all(playing);
    },
  };
}

interface DemoLifeParts {
  readonly call: CallApi;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
  readonly log: Pick<Log, "info">;
}

// The casts are safe, since the server validates its responses against the schemas of these types.
async function play(call: CallApi, scene: Scene, first: number | null): Promise<void> {
  const isErp = demoPeople.some(({ username, kind }) => username === scene.by && kind === "erp");
  const credentials = { username: scene.by, password: publicPassword };
  const signIn = { method: "POST", path: isErp ? "/api/v1/erp/login" : "/api/v1/login", body: credentials } as const;
  const { token, user } = (await call(signIn, null)) as { token: string; user: User };
  try {
    if ("code" in scene) await reprice(call, scene, token);
    else if (user.id !== first) await say(call, scene, token);
  } finally {
    await call({ method: "POST", path: "/api/v1/logout" }, token);
  }
}

async function say(call: CallApi, { offer, says }: Extract<Scene, { says: string }>, token: string): Promise<void> {
  await call({ method: "POST", path: `/api/v1/publish/oferta.${offer}`, body: { message: says } }, token);
}

async function reprice(call: CallApi, scene: Extract<Scene, { code: string }>, token: string): Promise<void> {
  const { oferta } = (await call({ method: "GET", path: `/api/v1/oferta/${scene.offer}` }, token)) as { oferta: Offer };
  const lines = oferta.lines.map((line) => (line.code === scene.code ? { ...line, unit_price: scene.price } : line));
  const body = { ...oferta, version: oferta.version + 1, lines };
  await call({ method: "PUT", path: `/api/v1/erp/offers/${scene.offer}`, body }, token);
}
