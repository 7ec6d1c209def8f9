import { type Static, Type } from "typebox";

const Pixels = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);
const Bytes = Type.Integer({ minimum: 1 });

/** A response of the media process. Since that process reads external files, only this shape is accepted. */
export const InspectionAnswer = Type.Union([
  Type.Object({ kind: Type.Literal("ready") }),
  Type.Object({
    kind: Type.Literal("problem"),
    problem: Type.Union([
      Type.Literal("unreadable"),
      Type.Literal("too_many_pixels"),
      Type.Literal("failed"),
      Type.Literal("busy"),
      Type.Literal("no_space"),
    ]),
    reason: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  Type.Object({
    kind: Type.Literal("inspected"),
    mime: Type.String({ pattern: "^[a-z]+/[a-z0-9.+-]{1,100}$" }),
    width: Pixels,
    height: Pixels,
    placeholder: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    cleaned: Type.Union([
      Type.Object({ bytes: Bytes, sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) }),
      Type.Null(),
    ]),
    previewBytes: Type.Union([Bytes, Type.Null()]),
  }),
]);
export type InspectionAnswer = Static<typeof InspectionAnswer>;
export type Inspected = Extract<InspectionAnswer, { kind: "inspected" }>;
