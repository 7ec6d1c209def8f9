/** Columns by English name, with their Romanian names; a file may omit the optional ones. */
export interface FileColumns<Column extends string> {
  readonly romanianNames: Readonly<Record<Column, string>>;
  readonly optional: ReadonlySet<Column>;
}

export type Header<Column extends string> =
  | { readonly positions: ReadonlyMap<Column, number> }
  | { readonly problems: readonly string[] };

export function readHeader<Column extends string>(
  cells: readonly string[],
  { romanianNames, optional }: FileColumns<Column>,
): Header<Column> {
  // The cast is safe, since the table has exactly these keys.
  const all = Object.keys(romanianNames) as Column[];
  const byName = new Map(
    all.flatMap((column) => [column, romanianNames[column]].map((name) => [nameKey(name), column])),
  );
  const positions = new Map<Column, number>();
  const problems: string[] = [];
  for (const [position, cell] of cells.entries()) {
    const column = byName.get(nameKey(cell));
    if (column === undefined) problems.push(`the column ${JSON.stringify(cell)} is unknown`);
    else if (positions.has(column)) problems.push(`the column ${column} occurs twice`);
    else positions.set(column, position);
  }
  for (const column of all) {
    if (!positions.has(column) && !optional.has(column)) problems.push(`the column ${column} is missing`);
  }
  return problems.length > 0 ? { problems } : { positions };
}

/** Folds a name, so that case, accents and separators are ignored. */
function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, "");
}
