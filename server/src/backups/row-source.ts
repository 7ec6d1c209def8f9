import type { Readable } from "node:stream";

/** The rows of every table as of one moment, in the text format of `COPY`, which is the same in PostgreSQL 15 and newer. */
export interface RowSource {
  /** The newest migration that was applied to these tables. */
  readonly migration: string;
  readonly tables: readonly TableColumns[];
  read(table: TableColumns): TableText;
  /** Call it after reading all rows, so that no number of a row is assigned again. */
  readSequences(): Promise<readonly SequenceState[]>;
}

export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

interface TableText {
  readonly text: Readable;
  /** The number of rows; known once `text` has been read. */
  readonly rows: () => number;
}

/** The sequence of an identity column. */
export interface SequenceState {
  readonly table: string;
  readonly column: string;
  readonly value: number;
  readonly isCalled: boolean;
}
