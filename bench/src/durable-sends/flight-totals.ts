/** What a server counts of its commits of messages: how many of both, and how long the messages waited in sum. */
export interface FlightTotals {
  readonly messages: number;
  readonly flights: number;
  readonly commitSeconds: number;
  readonly tellSeconds: number;
}

/** Reads them from its metrics. */
export async function flightTotals(port: number): Promise<FlightTotals> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const total = (name: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`cuplaj_publish_${name} `))
        ?.split(" ")[1] ?? 0,
    );
  return {
    messages: total("messages_total"),
    flights: total("flights_total"),
    commitSeconds: total('seconds_total{part="commit"}'),
    tellSeconds: total('seconds_total{part="tell"}'),
  };
}

/** What came between two readings. */
export function flightsSince(before: FlightTotals, after: FlightTotals): FlightTotals {
  return {
    messages: after.messages - before.messages,
    flights: after.flights - before.flights,
    commitSeconds: after.commitSeconds - before.commitSeconds,
    tellSeconds: after.tellSeconds - before.tellSeconds,
  };
}
