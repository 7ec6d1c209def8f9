/** The fields of rows one by one, as `unnest` takes them. */
export const columnsOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));

/** Words in one text, between spaces, which no word has. */
export const listOfWords = (words: ReadonlySet<string>): string => [...words].join(" ");
