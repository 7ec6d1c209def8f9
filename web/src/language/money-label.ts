import { regionOf } from "./time-label.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** Money, as in "1.234,50 RON". The decimal string is never parsed as a float (OFF-1). */
export const moneyLabel = (amount: string, currency: string, locale: string): string =>
  written(amount, `${locale} ${currency}`, locale, { style: "currency", currency, currencyDisplay: "code" }) ??
  `${amount} ${currency}`;

export const amountLabel = (amount: string, locale: string): string =>
  written(amount, locale, locale, { minimumFractionDigits: 2 }) ?? amount;

function written(amount: string, key: string, locale: string, options: Intl.NumberFormatOptions): string | null {
  const format = formats.get(key) ?? new Intl.NumberFormat(regionOf(locale), options);
  formats.set(key, format);
  return isDecimal(amount) ? format.format(amount) : null;
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+\.\d{2}$/.test(text);
