import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import type { Clock } from "../platform/clock.ts";

/** A send unanswered for this long may have no network, ms. */
const slowSendMs = 2000;

/** Requests a probe of the connection for each slow send (CONN-4); other calls may take their time. */
export const probeWhenSlow = (clock: Clock, askProbe: () => void) => (name: EndpointName) =>
  name === "publishMessage" ? clock.later(slowSendMs, askProbe) : () => undefined;
