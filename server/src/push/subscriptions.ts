import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";

/** A subscription on its way into storage. */
interface NewSubscription extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly participantId: number;
  /** With which it ends. */
  readonly session: string;
  /** Of its endpoint. */
  readonly origin: string;
}

/** Where people have pushes sent, and what they chose of notifications. */
export interface SubscriptionStore {
  /** `taken` where somebody else has it with other keys, `ended` where the session has. */
  subscribe(subscription: NewSubscription): Promise<"subscribed" | "taken" | "ended">;
  /** Whether the person had it. */
  unsubscribe(participantId: number, endpoint: string): Promise<boolean>;
  /** Moves the version of own settings where they are others (AUTH-8). */
  chooseNotifications(participantId: number, choices: NotificationChoices): Promise<void>;
}
