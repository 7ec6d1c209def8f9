import { type AgingParts, hourly, type Rounds } from "../kernel/rounds.ts";
import type { DeliveryStore } from "./store.ts";

type ForgetParts = Omit<AgingParts<Pick<DeliveryStore, "removeOlderThan">>, "storedDays">;

/** How long decisions wait for a webhook to be configured. */
const storedMs = 30 * 24 * 60 * 60 * 1000;

/** HOOK-1: removes old decisions while no webhook is configured. */
export const forgetDeliveries = ({ store, clock, log }: ForgetParts): Rounds => {
  const work = () => store.removeOlderThan(storedMs);
  return hourly({ work, clock, log, failure: "expired decisions could not be removed" });
};
