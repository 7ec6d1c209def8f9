import { describe, expect, test } from "vitest";
import { Check } from "typebox/value";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call } = api;
const { ana, mia, radu, admin } = people;
const second = await startTestApi({ pool: api.pool });
const path = "/api/v1/admin/hours";
const hours = exampleOf(OpeningHours);
const settings = async (at = api) => (await at.call(null, "GET", "/api/v1/settings")).body.hours;

describe("the opening hours", () => {
  test("[HOURS-1] are always open at first, and an administrator changes or removes them", async () => {
    expect((await call(admin, "GET", path)).body).toEqual({ hours: null });
    expect(await settings()).toMatchObject({ open: true, spans: null });
    expect(await call(admin, "PUT", path, { hours })).toMatchObject({ status: 200, body: { hours } });
    expect((await call(admin, "GET", path)).body).toEqual({ hours });
    const shown = await settings();
    expect(shown.text).toEqual(hours.text);
    expect(shown.spans.length).toBeGreaterThan(20);
    const { status, body } = await call(null, "GET", "/api/v1/settings");
    expect([status, Check(endpoints.settings.answers[200], body)]).toEqual([200, true]);
    expect((await call(admin, "PUT", path, { hours: null })).body).toEqual({ hours: null });
    expect(await settings()).toMatchObject({ open: true, spans: null });
  });

  test("[HOURS-1][ADM-7] are refused to everybody who may not manage users", async () => {
    await call(admin, "PUT", path, { hours });
    for (const person of [ana, mia, radu]) {
      expect((await call(person, "GET", path)).status).toBe(403);
      expect((await call(person, "PUT", path, { hours: null })).status).toBe(403);
    }
    expect((await call(null, "PUT", path, { hours: null })).status).toBe(401);
    expect((await call(admin, "GET", path)).body).toEqual({ hours });
  });

  test.each([
    [{ time_zone: "Europe/Brasov" }, "hours.time_zone"],
    [{ week: [...hours.week.slice(1), [{ from: "18:00", to: "08:00" }]] }, "hours.week.6"],
    [{ closures: [{ from: "2026-02-30", to: "2026-03-01" }] }, "hours.closures.0"],
  ])("[HOURS-1a] %j is refused by the name of its field, and changes nothing", async (change, field) => {
    await call(admin, "PUT", path, { hours });
    const { status, body } = await call(admin, "PUT", path, { hours: { ...hours, ...change } });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await call(admin, "GET", path)).body).toEqual({ hours });
  });

  test("[HOURS-1b] reach other processes", async () => {
    await call(admin, "PUT", path, { hours: null });
    second.pass(1000);
    expect((await settings(second)).spans).toBeNull();
    await call(admin, "PUT", path, { hours });
    second.pass(1000);
    expect((await settings(second)).text).toEqual(hours.text);
  });
});
