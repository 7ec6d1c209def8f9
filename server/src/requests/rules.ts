import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { RequestItem, RequestState } from "@cuplaj/protocol/request.ts";
import { vehicleInWords } from "../rooms/rules.ts";

/** REQ-1: customers ask, and need the permission to attach files if they send photos. */
export const mayAsk = ({ type, roles }: User, hasPhotos: boolean): boolean =>
  type === "customer" &&
  hasPermission(roles, ["rooms.view", "messages.publish", ...(hasPhotos ? (["messages.attach"] as const) : [])]);

interface AskedParts {
  readonly vehicle: Vehicle;
  readonly items: readonly RequestItem[];
  readonly text: string;
}

/** REQ-1a: the message that carries a request: a line with the car, a line per item, and the text. */
export function requestMessage({ vehicle, items, text }: AskedParts): string {
  const { vin, plate } = vehicle;
  const car = [vehicleInWords(vehicle), vin === "" ? "" : `VIN ${vin}`, plate].filter((part) => part !== "");
  const title = car.length === 0 ? "Cerere de piese" : `Cerere de piese: ${car.join(" · ")}`;
  const lines = items.map((item) => `${item.qty} × ${item.text}`);
  return [title, ...lines, ...(text === "" ? [] : [text])].join("\n");
}

/** The states that people choose; offers lead to the others. */
export type AskedState = Exclude<RequestState, "answered" | "ordered">;

/** REQ-1d: customers withdraw, staff close, and both reopen. */
export const mayChoose = ({ type, roles }: User, state: AskedState): boolean =>
  (state === "open" || (type === "customer") === (state === "withdrawn")) && hasPermission(roles, "messages.publish");

/** A request under its room's lock. */
export interface LockedRequest {
  readonly state: RequestState;
  readonly hasOffer: boolean;
}

/** REQ-1d: an ordered request stays so, and one that has ended first reopens before it ends otherwise. */
export function decideChange(
  { state, hasOffer }: LockedRequest,
  asked: AskedState,
): "same" | "conflict" | RequestState {
  const isRunning = state === "open" || state === "answered";
  if (state === asked || (isRunning && asked === "open")) return "same";
  if (state === "ordered" || (!isRunning && asked !== "open")) return "conflict";
  return asked === "open" && hasOffer ? "answered" : asked;
}
