/** Pusher's close and error codes. After 40xx a client gives up, after 41xx it retries in a second, after 42xx immediately (LIVE-8). */
export const closeCodes = {
  unknownApp: 4001,
  malformedVersion: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnectNow: 4200,
  noPong: 4201,
} as const;

/** Codes sent only as `pusher:error`, on a socket that stays open. */
export const errorCodes = {
  malformedFrame: 4200,
  clientEventRefused: 4301,
} as const;

export const binaryRefusedCode = 1003;
