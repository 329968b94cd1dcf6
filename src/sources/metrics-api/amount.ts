import { addQuantities, asNumber, isBadQuantity, readQuantity, zeroQuantity } from '#api/quantity.ts';

/** An amount in its base unit; what is no quantity stays as it was written, for load/ to refuse it by its kind. */
export function amountOf(text: string = ''): number | string {
  const read = readQuantity(text);
  return isBadQuantity(read) ? text : asNumber(read);
}

/** The sum of amounts, exact to its end. Where one of them is no quantity, or there are none, it is none either. */
export function sumOf(texts: readonly (string | undefined)[]): number | string {
  if (texts.length === 0) return '';
  if (texts.length === 1) return amountOf(texts[0]);
  let sum = zeroQuantity;
  for (const text of texts) {
    const read = readQuantity(text ?? '');
    if (isBadQuantity(read)) return read.text;
    sum = addQuantities(sum, read);
  }
  return asNumber(sum);
}
