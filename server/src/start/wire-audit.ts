import { AuditWriter } from "../audit/audit-writer.ts";
import { forgetAudit } from "../audit/forget-audit.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createSecurityLog, type SecurityEvent } from "../kernel/security-log.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface AuditWiring {
  readonly config: Pick<Config, "auditDays">;
  readonly storage: OpenStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly count: (event: SecurityEvent) => void;
}

/** The security log with its table behind it (AUD-1), and what removes old entries (AUD-2); stopped after whatever notes. */
export function wireAudit({ config, storage, clock, log, count }: AuditWiring) {
  const store = createAuditStore(storage.pool);
  const writer = new AuditWriter({ store, clock, log });
  const endForgetting = forgetAudit({ store, storedDays: config.auditDays, clock, log });
  return {
    security: createSecurityLog({ log, clock, count, store: writer.add }),
    async stop(): Promise<void> {
      endForgetting();
      await writer.stop();
    },
  };
}
