import { callBytes } from "../files/file-calls.ts";

/** Values by name and labels, such as `cuplaj_push_results_total{result="delivered"}`. */
export type Metrics = ReadonlyMap<string, number>;

/** Reads the metrics over a separate connection, which is closed again when connections are counted. */
export async function readMetrics(address: string): Promise<Metrics> {
  const answer = await callBytes({ address, token: "" }, { method: "GET", path: "/metrics" });
  if (answer.kind !== "answer" || answer.status !== 200) throw new Error(`no metrics: ${JSON.stringify(answer)}`);
  return parseMetrics(answer.body.toString());
}

export function parseMetrics(text: string): Metrics {
  const samples = text.matchAll(/^(?!#)(.+) (\S+)$/gmu);
  return new Map(Array.from(samples, ([, name = "", value]) => [name, Number(value)]));
}
