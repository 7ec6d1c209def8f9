export async function readMetrics(port: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map(
    text
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name = "", value]) => [name, Number(value)]),
  );
}
