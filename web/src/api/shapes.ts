import type { OnlineUser } from "@cuplaj/protocol/participant.ts";

/** The fields of what arrived; none of what is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Whether it is a whole number from 0 on. */
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Whether it names somebody. */
export const isPerson = (person: unknown): boolean => {
  const { id, name } = fieldsOf(person);
  return isCount(id) && typeof name === "string";
};

/** Somebody present, as the channel's authorization names them (LIVE-2). */
export function readOnlineUser(info: unknown): OnlineUser | null {
  return isOnlineUser(info) ? info : null;
}

const isOnlineUser = (info: unknown): info is OnlineUser => {
  const { customer, erp, agent } = fieldsOf(info);
  return isPerson(info) && [customer, erp, agent].every((flag) => typeof flag === "boolean");
};
