import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createPushJobStore } from "../push/jobs.pg.ts";
import { PushSender } from "../push/push-sender.ts";
import { createPushThread } from "../push/push-thread.ts";
import type { Verdict } from "../push/rules.ts";
import type { VapidKeys } from "../push/vapid-keys.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface PushWiring {
  readonly vapid: VapidKeys;
  readonly countResult: (verdict: Verdict) => void;
  readonly activeRooms: Pick<ActiveRooms, "watch">;
  readonly config: Pick<Config, "push">;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly log: Log;
}

export function wirePush({ config, storage, clock, log, vapid, countResult, activeRooms }: PushWiring) {
  const { subject, isLoopbackAllowed, delayMs } = config.push;
  const thread = createPushThread({ vapid, subject, isLoopbackAllowed });
  const store = createPushJobStore(storage.pool);
  const { deliver } = thread;
  const sender = new PushSender({ store, deliver, activeRooms, clock, log, delayMs, chance: Math.random, countResult });
  return {
    backlog: () => store.backlog(),
    start: () => sender.start(),
    async stop() {
      await sender.stop();
      await thread.stop();
    },
  };
}
