import { sentence, tokenOf } from "./durable-sends/workload.ts";

/** Publishes one message as a person of the workload. */
export async function publishOnce(port: number, roomId: number, writer: number): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/publish/${roomId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(writer)}`, "content-type": "application/json" },
    body: JSON.stringify({ message: sentence }),
  });
  if (status !== 201) throw new Error(`the message was answered ${status}`);
}
