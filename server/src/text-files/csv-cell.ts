/** USR-6c: a cell as `readRows` and Excel read it; what Excel would take for a formula is the formula of that text. */
export function csvCell(text: string): string {
  const cell = /^[=+\-@]/u.test(text) ? `=${quoted(text)}` : text;
  return /[";\r\n]/u.test(cell) ? quoted(cell) : cell;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
