import fc from "fast-check";
import { expect, test } from "vitest";
import { splitArray } from "./split-array.ts";

async function* cut(text: string, length: number): AsyncIterable<string> {
  for (let from = 0; from < text.length; from += length) yield await Promise.resolve(text.slice(from, from + length));
}

test("[ERP-2g] splits a JSON array into objects with their lines, whatever they contain and however it is chunked", async () => {
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
