import type { Paise } from '@kirana/domain/money'

const small = (
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen ' +
  'Sixteen Seventeen Eighteen Nineteen'
).split(' ')
const tens = '. . Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

function words(whole: number): string {
  for (const [size, name] of scales) {
    if (whole < size) continue
    const rest = whole % size
    return `${words((whole - rest) / size)} ${name}${rest > 0 ? ` ${words(rest)}` : ''}`
  }
  if (whole < small.length) return small[whole] ?? ''
  const ones = whole % 10
  return `${tens[(whole - ones) / 10] ?? ''}${ones > 0 ? `-${small[ones] ?? ''}` : ''}`
}

/** 'Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only': Indian numbering, for amounts of 0 and more. */
export function amountInWords(amount: Paise): string {
  const paise = amount % 100
  return `Rupees ${words((amount - paise) / 100)}${paise > 0 ? ` and ${words(paise)} Paise` : ''} Only`
}
