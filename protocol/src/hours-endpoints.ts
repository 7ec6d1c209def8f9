import { Type } from "typebox";
import { unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { OpeningHours } from "./opening-hours.ts";
import { exampleOf, shape } from "./shape.ts";

const Hours = Type.Union([OpeningHours, Type.Null()], { description: "Null means always open." });
const hours = { 200: shape("The opening hours.", { hours: Hours }) };

export const hoursEndpoints = {
  viewHours: {
    method: "GET",
    path: "/api/v1/admin/hours",
    limit: "reads",
    summary: "Get the opening hours",
    description: "As they were entered; `settings` says whether the shop is open now.",
    permissions: ["users.manage"],
    errors: unpermitted,
    answers: hours,
  },
  changeHours: {
    method: "PUT",
    path: "/api/v1/admin/hours",
    limit: "administration",
    summary: "Change the opening hours",
    description:
      "Replaces all of them. Intervals of a day may not overlap, and every process applies the change within 2 s. An open page applies it within an hour.",
    permissions: ["users.manage"],
    errors: unpermitted,
    body: Type.Object({ hours: Hours }, { examples: [{ hours: exampleOf(OpeningHours) }] }),
    answers: hours,
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
