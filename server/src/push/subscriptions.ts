import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";

interface NewSubscription extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly participantId: number;
  /** The session with which the subscription ends. */
  readonly session: string;
  readonly origin: string;
}

export interface SubscriptionStore {
  /** `taken`: another person has this endpoint with other keys. `ended`: the session no longer exists. */
  subscribe(subscription: NewSubscription): Promise<"subscribed" | "taken" | "ended">;
  unsubscribe(participantId: number, endpoint: string): Promise<boolean>;
  /** A change raises the settings' version (AUTH-8). */
  chooseNotifications(participantId: number, choices: NotificationChoices): Promise<void>;
}
