import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { nameKey } from "./rules.ts";

const { pool } = await createTestDatabase();

test.each(["default", "C", "und-x-icu", "tr-x-icu", "lt-x-icu"])(
  "[AUTH-3] names that the database considers equal share a key, in any language (%s)",
  async (language) => {
    const { rows } = await pool.query<{ character: string; small: string }>(
      `select chr(n) as character, lower(chr(n) collate "${language}") as small from generate_series(1, 1114111) n
       where n not between 55296 and 57343 and lower(chr(n) collate "${language}") <> chr(n)`,
    );
    expect(rows.length).toBeGreaterThan(20);
    // Each is placed between other letters, since some letters differ at the end of a word.
    const apart = rows.filter(({ character, small }) => nameKey(`a${character}a`) !== nameKey(`a${small}a`));
    expect(apart).toEqual([]);
  },
);
