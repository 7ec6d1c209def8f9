import type { Readable } from "node:stream";

/** The rows of every table as of one moment, in the text of `COPY`, which PostgreSQL 15 and newer read alike. */
export interface RowSource {
  /** The newest migration that made these tables. */
  readonly migration: string;
  readonly tables: readonly TableColumns[];
  read(table: TableColumns): TableText;
  /** Call it last, so that no number given to a row is given again. */
  readSequences(): Promise<readonly SequenceState[]>;
}

export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

interface TableText {
  readonly text: Readable;
  /** Known once the text was read. */
  readonly rows: () => number;
}

/** The sequence of an identity column. */
export interface SequenceState {
  readonly table: string;
  readonly column: string;
  readonly value: number;
  readonly isCalled: boolean;
}
