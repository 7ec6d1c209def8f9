/** USR-6c: quotes a cell for `readRows` and Excel. Text that Excel would run as a formula becomes a formula that returns the text. */
export function csvCell(text: string): string {
  const cell = /^[=+\-@]/u.test(text) ? `=${quoted(text)}` : text;
  return /[";\r\n]/u.test(cell) ? quoted(cell) : cell;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
