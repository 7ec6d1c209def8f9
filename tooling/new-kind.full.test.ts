import { expect, test } from "vitest";
import { filesWithErrors, isThere, plantProduct, recipeFiles } from "./planted-product.ts";

/** How many existing files, outside its slice and its tests, a new kind of logged event may change. */
const filesMax = 6;

const withKind = (text: string): string =>
  text.replace(
    "} as const satisfies Readonly<Record<string, LoggedKind>>",
    '  made: { event: "MadeUp", data: shape("Made up.", { room: RoomHead, by: Member }), isLine: true },\n$&',
  );
/** The compiler reports unclaimed kinds in this file, which itself does not change. */
const unclaimedKindsFile = "web/src/sync/logged-events.ts";
const slice = `
import type { Part } from "../state/part.ts";
declare module "../state/shape.ts" {
  interface LoggedKinds { MadeUp: true }
}
export const madeUpPart: Part<object> = {
  initial: {},
  handlers: {},
  kinds: { MadeUp: { read: () => null, apply: (state) => ({ state, effects: [] }) } },
};
`;
const withSlice = (text: string): string =>
  `import { madeUpPart } from "./made-up/made-up-part.ts";\n${text.replace("  timers: timersPart,\n", "$&  madeUp: madeUpPart,\n")}`;

test("[MSG-5] a new kind of logged event takes the files of its recipe, at most 6, and the compiler points to them", () => {
  const recipe = recipeFiles("A new kind of logged event");
  for (const file of recipe) expect([file, isThere(file)]).toEqual([file, true]);
  expect(recipe.length).toBeLessThanOrEqual(filesMax);
  const led = filesWithErrors(plantProduct({ "protocol/src/events.ts": withKind }), "web");
  expect(led).not.toEqual([]);
  expect(led.filter((file) => file !== unclaimedKindsFile && !recipe.includes(file))).toEqual([]);
  const followed = {
    "protocol/src/events.ts": withKind,
    "web/src/parts.ts": withSlice,
  };
  expect(Object.keys(followed).filter((file) => !recipe.includes(file))).toEqual([]);
  const tree = plantProduct({ ...followed, "web/src/made-up/made-up-part.ts": () => slice });
  expect(filesWithErrors(tree, "web")).toEqual([]);
  // The compiler also asks the tests' own client to apply the kind (MSG-6a).
  expect(filesWithErrors(tree, "server")).toEqual(["server/src/testing/reference-client.ts"]);
});
