import { type Static, Type } from "typebox";
import { closuresMax, intervalsPerDayMax, openingTextCharactersMax } from "./limits.ts";
import { TimeOfDay, Timestamp } from "./scalars.ts";
import { shape } from "./shape.ts";

const LocalDate = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: "A date in the time zone." });
const OpeningText = Type.String({ maxLength: openingTextCharactersMax });

export const OpeningHours = shape(
  "When the shop answers (HOURS-1).",
  {
    time_zone: Type.String({ minLength: 1, maxLength: 64, description: "An IANA name." }),
    week: Type.Array(
      Type.Array(
        Type.Object({
          from: TimeOfDay,
          to: Type.Union([TimeOfDay, Type.Literal("24:00")], { description: "Later than `from`." }),
        }),
        { maxItems: intervalsPerDayMax },
      ),
      { minItems: 7, maxItems: 7, description: "Monday first. A day without intervals is closed." },
    ),
    closures: Type.Array(Type.Object({ from: LocalDate, to: LocalDate }), {
      maxItems: closuresMax,
      description: "Holidays, with their first and last day.",
    }),
    text: Type.Object(
      { ro: OpeningText, en: OpeningText },
      { description: "Shown to customers while closed; may be empty." },
    ),
  },
  {
    time_zone: "Europe/Bucharest",
    week: [
      ...Array.from({ length: 5 }, () => [
        { from: "08:00", to: "12:30" },
        { from: "13:00", to: "18:00" },
      ]),
      [{ from: "09:00", to: "13:00" }],
      [],
    ],
    closures: [{ from: "2026-12-24", to: "2026-12-27" }],
    text: { ro: "Pentru urgențe sună la 0722 000 000.", en: "In an emergency call 0722 000 000." },
  },
);
export type OpeningHours = Static<typeof OpeningHours>;

export const ShownHours = shape(
  "Whether the shop is open, and when it opens (HOURS-1).",
  {
    open: Type.Boolean(),
    next_open: Type.Union([Timestamp, Type.Null()], { description: "Null if open, or if no opening is known." }),
    text: Type.Object({ ro: Type.String(), en: Type.String() }),
    /** From `openSpansPastDaysMax` before to `openSpansAheadDaysMax` after the response; adjoining spans are joined. */
    spans: Type.Union([Type.Array(Type.Object({ from: Timestamp, to: Timestamp })), Type.Null()], {
      description: "The open times of the last and next two weeks, in order; null if always open.",
    }),
  },
  { open: true, next_open: null, text: { ro: "", en: "" }, spans: null },
);
export type ShownHours = Static<typeof ShownHours>;
