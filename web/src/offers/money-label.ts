import { regionOf } from "../language/time-label.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** Money in the language on screen: "1.234,50 RON". The decimal string is shown as is, never through a float (OFF-1). */
export function moneyLabel(amount: string, currency: string, locale: string): string {
  const key = `${locale} ${currency}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(regionOf(locale), { style: "currency", currency, currencyDisplay: "code" });
  formats.set(key, format);
  return isDecimal(amount) ? format.format(amount) : `${amount} ${currency}`;
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+\.\d{2}$/.test(text);
