import fc from "fast-check";
import { expect, test } from "vitest";
import { splitArray } from "./split-array.ts";

/** A text in chunks of some length. */
async function* cut(text: string, length: number): AsyncIterable<string> {
  for (let from = 0; from < text.length; from += length) yield await Promise.resolve(text.slice(from, from + length));
}

test("[ERP-2g] a JSON array is cut into its objects, whatever they hold and however it comes, each with its line", async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(object),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      async (all, length, indent) => {
        const text = JSON.stringify(all, null, indent);
        const elements: { line: number; text: string }[] = [];
        for await (const element of splitArray(cut(text, length), 10_000)) elements.push(element);
        expect(elements.map((element) => JSON.parse(element.text))).toEqual(JSON.parse(text));
        const lines = text.split("\n");
        for (const { line, text: cutOut } of elements) expect(lines[line - 1]).toContain(cutOut.split("\n", 1)[0]);
      },
    ),
  );
});
