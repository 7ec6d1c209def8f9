/** The fields of rows one by one, as `unnest` takes them. */
export const columnsOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));

/** Words in one text, between spaces, which no word has. */
export const listOfWords = (words: ReadonlySet<string>): string => [...words].join(" ");

/** The same with their numbers for positions, as PostgreSQL reads a `tsvector`; letters and digits need no escape. */
export const listOfNumberedWords = (words: ReadonlyMap<string, readonly number[]>): string =>
  Array.from(words, ([word, at]) => (at.length === 0 ? `'${word}'` : `'${word}':${at.join(",")}`)).join(" ");
