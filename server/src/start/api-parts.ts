import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import type { InstallationParts } from "../administration/view-installation.ts";
import type { AskVinDecoder } from "../cars/decode-vin.ts";
import type { HostSignIn } from "../embed/sign-in-by-host.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import type { StorageWatch } from "../files/storage/storage-watch.ts";
import type { Clock } from "../kernel/clock.ts";
import type { AppOptions } from "../http/app.ts";
import type { CallLimits } from "../http/rate-limiter.ts";
import type { SharedCounts } from "../kernel/shared-counts.ts";
import type { QuotaLimits } from "../files/storage/store.ts";
import type { FileInspector } from "../files/inspection/inspection.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { InboundMail } from "./wire-inbound-mail.ts";
import type { OwnMailParts } from "../mail/own-mail.ts";
import type { BatchParts } from "../messages/publish-batch.ts";
import type { PublishWriterParts } from "../messages/publish-writer.ts";
import type { CheckEndpoint } from "../push/check-endpoint.ts";
import type { LendingPool } from "../search/search-session.pg.ts";
import type { SignInLimits, TwoFactor } from "../sign-in/rules.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { CheckFile } from "../files/uploads/check-file.ts";

/** `limits` is null with `LIMITS=off`. */
export interface ApiParts
  extends
    Pick<
      AppOptions,
      "log" | "security" | "version" | "trustedProxies" | "answerHeaders" | "hostNames" | "noteAway" | "addHooks"
    >,
    Pick<BatchParts, "measureBatch">,
    Pick<PublishWriterParts, "publishQueueMax" | "inTime"> {
  readonly pool: LendingPool;
  readonly health: InstallationParts["health"];
  readonly live: LiveConnection;
  readonly clock: Clock;
  readonly epoch: string;
  readonly limits: { readonly calls: CallLimits; readonly signIn: SignInLimits } | null;
  /** Counts shared by all processes (LIM-2); null if each process counts in its own memory. */
  readonly sharedCounts: SharedCounts | null;
  readonly sessions: Pick<SessionCache, "find" | "findSession" | "forgetSession" | "forgetPerson">;
  readonly publicSettings: Omit<PublicSettings, "hours">;
  readonly hostSignIn: HostSignIn;
  readonly twoFactor: TwoFactor;
  readonly issuer: string;
  readonly fileStorages: FileStorages;
  /** Called with each error from storing a file; rethrows it if the storage did not cause it. */
  readonly noteStorage: StorageWatch["note"];
  readonly quota: QuotaLimits;
  readonly offerStaff: readonly string[];
  readonly wakeWebhooks: () => void;
  readonly checkPushEndpoint: CheckEndpoint;
  readonly askVinDecoder: AskVinDecoder;
  readonly sendConfirmation: OwnMailParts["sendConfirmation"];
  readonly mailKey: string;
  /** Null if no answers to e-mails are taken. */
  readonly inboundMail: InboundMail | null;
  readonly inspector: FileInspector;
  readonly checkFile: CheckFile | null;
  /** The secret that signs tickets (MSG-4h); the same in every process. */
  readonly ticketSecret: string;
  /** Whether people connect only over TLS, even if a proxy terminates it before this process. */
  readonly isPublicSecure: boolean;
}
