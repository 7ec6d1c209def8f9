import { personalThingsIn } from "@cuplaj/protocol/testing/personal-things.ts";
import { strangeParts } from "@cuplaj/protocol/testing/report-shape.ts";
import { expect } from "vitest";
import type { Arrived, ReportReceiver } from "./report-receiver.ts";

export const personal = "Anamaria ana.pop@example.ro B123XYZ 0722123456";
const personalToo = /ana\b|demo|oferta|1000\d|Vasilescu/i;

export async function arrivedAt(receiver: ReportReceiver, isLike: (report: Arrived) => boolean): Promise<Arrived> {
  await expect.poll(() => receiver.arrived.some(isLike)).toBe(true);
  const [found] = receiver.arrived.filter(isLike);
  if (!found) throw new Error("no such report");
  return found;
}

export const errorOf =
  (part: string, type: string) =>
  ({ event }: Arrived): boolean =>
    event.tags["part"] === part && event.exception?.values.at(-1)?.type === type;

/** REP-1b: expects that no report has personal data or unlisted fields. */
export function expectNothingPersonal({ arrived }: ReportReceiver): void {
  for (const { bytes } of arrived) {
    const [head = "", ...body] = bytes.split("\n");
    expect(strangeParts(body.join("\n"))).toEqual([]);
    expect(personalThingsIn(bytes)).toEqual([]);
    expect(head).not.toMatch(/cookie|authorization|referer/i);
    expect(head.replaceAll(/127\.0\.0\.1:\d+/g, "")).not.toMatch(personalToo);
    expect(body.join("\n").replaceAll(/[0-9a-f]{16,32}|[\d.]{10,}/g, "")).not.toMatch(personalToo);
  }
}
