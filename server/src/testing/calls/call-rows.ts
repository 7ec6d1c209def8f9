import { adminRows } from "./admin-rows.ts";
import type { CallRow } from "./call-row.ts";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { carRows } from "./car-rows.ts";
import { fileRows } from "./file-rows.ts";
import { mailRows } from "./mail-rows.ts";
import { messageRows } from "./message-rows.ts";
import { offerRows } from "./offer-rows.ts";
import { requestRows } from "./request-rows.ts";
import { roomRows } from "./room-rows.ts";
import { signInRows } from "./sign-in-rows.ts";
import { twoFactorRows } from "./two-factor-rows.ts";

/** One row for each call of the contract; a new call does not compile without one. */
export const callRows: Readonly<Record<EndpointName, CallRow>> = {
  ...signInRows,
  ...adminRows,
  ...twoFactorRows,
  ...roomRows,
  ...messageRows,
  ...fileRows,
  ...offerRows,
  ...requestRows,
  ...carRows,
  ...mailRows,
};
