/** Pusher's close and error codes: 40xx stops a client for good, 41xx retries in a second, 42xx retries at once (LIVE-8). */
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

/** Codes that are only ever sent as `pusher:error`, on a socket that stays open. */
export const errorCodes = {
  malformedFrame: 4200,
  clientEventRefused: 4301,
} as const;

/** The websocket's own code for data that is no text. */
export const binaryRefusedCode = 1003;
