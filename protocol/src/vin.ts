/** Vehicle identification numbers (ISO 3779): 17 letters and digits without I, O and Q. */

const whole = /^[A-HJ-NPR-Za-hj-npr-z\d]{17}$/u;

/** Returns a VIN in upper case without spaces and dashes; null if the text is not a VIN. */
export function normalVin(text: string): string | null {
  const vin = text.replaceAll(/[\s\p{Pd}]/gu, "");
  return whole.test(vin) ? vin.toUpperCase() : null;
}

const lettersOfValues = ["", "AJ", "BKS", "CLT", "DMU", "ENV", "FW", "GPX", "HY", "RZ"];
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether position 9 is the check digit of the others. Only North American makers must write one. */
export function isCheckDigitRight(vin: string): boolean {
  const values = Array.from(vin, (sign) =>
    /\d/u.test(sign) ? Number(sign) : lettersOfValues.findIndex((letters) => letters.includes(sign)),
  );
  const rest = values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) % 11;
  return vin[8] === (rest === 10 ? "X" : String(rest));
}

/** Codes of the model years from 1980 on; they repeat every 30 years. */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";
const firstYear = 1980;
/** A model year may begin in the year before it. */
const yearsAheadMax = 1;

/**
 * The model year at position 10; null if that holds no year. North American makers write a letter at position 7 from 2010 on; for others, it is the
 * last such year that has begun.
 */
export function modelYear(vin: string, thisYear: number): number | null {
  const index = yearCodes.indexOf(vin[9] ?? "");
  if (index === -1 || vin.length !== 17) return null;
  const year = firstYear + index;
  const later = year + yearCodes.length;
  const isEarlier = /^[1-57].{5}\d/u.test(vin) || later > thisYear + yearsAheadMax;
  return isEarlier ? year : later;
}
