import { AuditWriter } from "../audit/audit-writer.ts";
import { forgetAudit } from "../audit/forget-audit.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import type { DemoLife } from "../demo/demo-life.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createSecurityLog, type SecurityEvent, type StoreEvent } from "../kernel/security-log.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface AuditWiring {
  readonly config: Pick<Config, "auditDays">;
  readonly storage: OpenStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly count: (event: SecurityEvent) => void;
  readonly demoLife: DemoLife | null;
}

/** AUD-1: composes the security log with its table and the removal of old entries. Stop it after everything that may log events. */
export function wireAudit({ config, storage, clock, log, count, demoLife }: AuditWiring) {
  const rows = createAuditStore(storage.pool);
  const writer = new AuditWriter({ store: rows, clock, log });
  const forgetting = forgetAudit({ store: rows, storedDays: config.auditDays, clock, log });
  const store: StoreEvent = (event, fact) => {
    writer.add(event, fact);
    demoLife?.note(event, fact);
  };
  return {
    security: createSecurityLog({ log, clock, count, store }),
    async stop(): Promise<void> {
      await Promise.all([forgetting.stop(), writer.stop()]);
    },
  };
}
