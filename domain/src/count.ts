const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 })

/** A count with Indian digit grouping: '1,23,456'. */
export const count = (amount: number) => grouped.format(amount)

/** A count with its noun: '1 product', '2,000 products'. */
export const counted = (amount: number, noun: string) => `${count(amount)} ${noun}${amount === 1 ? '' : 's'}`
