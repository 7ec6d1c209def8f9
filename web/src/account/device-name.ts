/** A program by its `User-Agent`: names of its browser and its system, or null where they are none that is known. */
export interface DeviceName {
  readonly browser: string | null;
  readonly system: string | null;
}

type Marks = readonly (readonly [name: string, mark: RegExp])[];

/** Each names all before it, so the first mark that is found counts. */
const browsers: Marks = [
  ["Edge", /\bEdgA?(?:iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
];

const systems: Marks = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** ACC-3: what a `User-Agent` says in words. */
export const deviceName = (userAgent: string | null): DeviceName => ({
  browser: nameIn(browsers, userAgent ?? ""),
  system: nameIn(systems, userAgent ?? ""),
});

const nameIn = (marks: Marks, text: string): string | null => marks.find(([, mark]) => mark.test(text))?.[0] ?? null;
